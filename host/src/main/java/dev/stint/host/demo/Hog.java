package dev.stint.host.demo;

import dev.stint.Scheduler;
import dev.stint.config.SysmonConfig;
import dev.stint.event.Event;
import dev.stint.event.StallRecord;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The only worker is taken by a task that never gives way. */
final class Hog implements Scene {
    private static final int OTHERS = 1000;
    private static final int LINES_SHOWN = 4;

    /** Quicker than by default, so that nobody has to wait for a second to see it. */
    static final SysmonConfig QUICK =
            SysmonConfig.defaults()
                    .withStallAfter(Duration.ofMillis(20))
                    .withReportAfter(Duration.ofMillis(100));

    private final SysmonConfig sysmon;

    /** What the scheduler announced. */
    private final Queue<Event> events = new ConcurrentLinkedQueue<>();

    Hog() {
        this(QUICK);
    }

    Hog(SysmonConfig sysmon) {
        this.sysmon = sysmon;
    }

    @Override
    public String name() {
        return "hog";
    }

    @Override
    public String claim() {
        return "a task that never gives way stops nobody";
    }

    @Override
    public void play(Stage stage, Findings findings) throws Exception {
        var told = new AtomicBoolean();
        try (var scheduler =
                Stage.open(this, c -> c.withWorkers(1).withSysmon(sysmon).withSink(this::note))) {
            try {
                play(stage, findings, scheduler, told);
            } finally {
                told.set(true);
            }
        }
    }

    /** Only what is asked for below: the sink is called for each step of each task. */
    private void note(Event event) {
        if (event instanceof Event.Stalled || event instanceof Event.TemporaryWorkerStarted) {
            events.add(event);
        }
    }

    private void play(Stage stage, Findings findings, Scheduler scheduler, AtomicBoolean told)
            throws Exception {
        var running = new CountDownLatch(1);
        Task<?> hog = scheduler.root().spawn("hog", () -> spin(running, told));
        if (!running.await(stage.patience().toNanos(), TimeUnit.NANOSECONDS)) {
            findings.failed("the hog did not start");
            return;
        }
        long begun = System.nanoTime();
        List<Task<Integer>> others = new ArrayList<>();
        for (int i = 0; i < OTHERS; i++) {
            int nth = i;
            others.add(scheduler.root().<Integer>spawn("other", () -> nth));
        }
        long sum = 0;
        for (Task<Integer> other : others) {
            sum += other.await(stage.patience());
        }
        long millis = (System.nanoTime() - begun) / 1_000_000;
        findings.expect(hog.state() == TaskState.RUNNING, "the hog was " + hog.state());
        findings.expectEqual("sum of the others", sum, OTHERS * (OTHERS - 1) / 2);
        StallRecord stall = awaitStall(stage.patience());
        if (stall == null) {
            findings.failed("no stall record names the hog");
            return;
        }
        findings.expect(
                stall.stack().stream().anyMatch(frame -> frame.getMethodName().equals("spin")),
                "the stack of the stall record does not show the loop: " + stall);
        long helpers =
                events.stream().filter(e -> e instanceof Event.TemporaryWorkerStarted).count();
        findings.expect(helpers > 0, "no temporary worker was started");
        stall.toString().lines().limit(LINES_SHOWN).forEach(findings::note);
        findings.number("others", OTHERS);
        findings.number("millis", millis);
        findings.number("temporaryWorkers", helpers);
        findings.figure(Text.number(OTHERS) + " others done in " + millis + " ms");
    }

    private static void spin(CountDownLatch running, AtomicBoolean told) {
        running.countDown();
        while (!told.get()) {
            Thread.onSpinWait();
        }
    }

    private @Nullable StallRecord awaitStall(Duration patience) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        while (System.nanoTime() < until) {
            for (Event event : events) {
                if (event instanceof Event.Stalled(var stall) && stall.name().equals("hog")) {
                    return stall;
                }
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
        return null;
    }
}
