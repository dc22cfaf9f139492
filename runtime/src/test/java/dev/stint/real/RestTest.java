package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.config.SysmonConfig;
import dev.stint.env.ParkingLog;
import dev.stint.event.WorkerSnapshot;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryResult;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How the threads of a scheduler come to rest, seen through the one seam that parks them: a worker
 * backs off and then sleeps, and from then on nothing is done until there is something to do. A
 * thread in a park that no time ends cannot poll, so nothing here depends on how fast it is.
 */
@Timeout(60)
class RestTest {
    /** Shorter rounds than these, from 1 to 16 µs, are spun. */
    private static final List<Long> PARKS =
            List.of(32_000L, 64_000L, 128_000L, 256_000L, 512_000L, 1_024_000L, ParkingLog.UNTIMED);

    /** Five rounds are spun and six are parked; before each of them, and before sleep, one look. */
    private static final long LOOKS = 12;

    private static final String THREADS = "stint-lab-";

    @RegisterExtension final SchedulerLab lab = new SchedulerLab();

    private final ParkingLog parks = ParkingLog.open();
    private final AtomicBoolean over = new AtomicBoolean();

    @AfterEach
    void stopNoting() {
        over.set(true);
        parks.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    @DisplayName("[SCHED:7.4.2] [SCHED:6.3.1] who finds nothing backs off, 1 µs to 1 ms, and parks")
    void worker_findsNothing_looksTwelveTimesAndSleeps(int workers) {
        Scheduler scheduler = lab.open(workers);
        untilAllRest(workers);

        for (int id = 0; id < workers; id++) {
            assertThat(parks.of(worker(id))).as("worker %d", id).isEqualTo(PARKS);
        }
        assertThat(scheduler.snapshot().workers())
                .extracting(WorkerSnapshot::steps)
                .containsOnly(LOOKS);
    }

    /** The back-off begins anew after every task, and not where it was. */
    @Test
    @DisplayName("[SCHED:7.4.2] a worker that has run something begins to back off anew")
    void worker_ranSomething_backsOffFromTheBeginning() throws Exception {
        Scheduler scheduler = lab.open(1);
        for (int i = 1; i <= 3; i++) {
            untilAllRest(1);
            List<Long> before = parks.of(worker(0));
            lab.join(scheduler.root().spawn(() -> 1));
            lab.until("it rests again", () -> parks.of(worker(0)).size() > before.size());
            untilAllRest(1);
            List<Long> all = parks.of(worker(0));
            assertThat(all.subList(before.size(), all.size())).as("round %d", i).isEqualTo(PARKS);
        }
    }

    /** The monitor, which would help in time, looks only once a minute. */
    @Test
    @DisplayName("[FIBER:distribution] a spawn wakes a worker that sleeps")
    void spawn_othersAsleep_wakesOneOfThem() throws Exception {
        Scheduler scheduler =
                lab.open(
                        c ->
                                c.withWorkers(2)
                                        .withSysmon(
                                                SysmonConfig.defaults()
                                                        .withReportAfter(Duration.ofHours(1))
                                                        .withTemporaryIdle(Duration.ofHours(1))
                                                        .withScaleInterval(Duration.ofHours(1))
                                                        .withStallAfter(Duration.ofMinutes(5))
                                                        .withPeriod(Duration.ofMinutes(1))));
        lab.until(
                "all sleep", () -> parks.restsForGood(worker(0)) && parks.restsForGood(worker(1)));
        Task<Boolean> parent =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    var ran = new AtomicBoolean();
                                    scheduler.root().spawn(() -> ran.set(true));
                                    while (!ran.get() && !over.get()) {
                                        Thread.onSpinWait(); // keeps its worker
                                    }
                                    return ran.get();
                                });
        lab.until("the child ran elsewhere", () -> parent.state() == TaskState.COMPLETED);
        assertThat(lab.join(parent)).isTrue();
    }

    @Test
    @DisplayName(
            "[MODULE:no-polling] an idle scheduler does nothing: no thread of it has a time set")
    void scheduler_idle_hasNoThreadThatWakesByItself() throws Exception {
        Scheduler scheduler = lab.open(3);
        Channel<Integer> channel = Channel.rendezvous();
        var waiting = new ArrayList<Task<Integer>>();
        for (int i = 0; i < 20; i++) {
            waiting.add(scheduler.root().spawn(() -> channel.receive()));
        }
        lab.until("all wait", () -> channel.snapshot().receiversWaiting() == 20);
        untilAllRest(3);

        for (int i = 0; i < 20; i++) {
            channel.send(i);
        }
        lab.joinAll(waiting);
    }

    /**
     * A thread outside that waits for a nursery is unparked once, when the last child has ended.
     */
    @Test
    @DisplayName("[NURSERY:5.1] [MODULE:no-polling] a thread outside parks, and does not poll")
    void awaitAll_outside_parksOnceWithoutATime() throws Exception {
        Scheduler scheduler = lab.open(2);
        Channel<Integer> channel = Channel.rendezvous();
        Nursery nursery = scheduler.nursery();
        for (int i = 0; i < 5; i++) {
            nursery.spawn(() -> channel.receive());
        }
        var all = new FutureTask<>(nursery::awaitAll);
        Thread outside = Thread.ofPlatform().name("outside").start(all);
        lab.until("all wait", () -> channel.snapshot().receiversWaiting() == 5);
        lab.until("it waits, too", () -> parks.restsForGood(outside));
        untilAllRest(2);
        assertThat(parks.of(outside)).containsExactly(ParkingLog.UNTIMED);

        for (int i = 0; i < 5; i++) {
            channel.send(i);
        }

        assertThat(all.get(SchedulerLab.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isEqualTo(new NurseryResult.Success());
        assertThat(parks.of(outside)).containsOnly(ParkingLog.UNTIMED);
        nursery.close();
    }

    @Test
    @DisplayName("[NURSERY:5.1] a task that waits for its nursery leaves all workers at rest")
    void awaitAll_inATask_letsAllRest() throws Exception {
        Scheduler scheduler = lab.open(2);
        Channel<Integer> channel = Channel.rendezvous();
        Task<Integer> owner =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    try (Nursery nursery = Stint.nursery()) {
                                        nursery.spawn(() -> channel.receive());
                                        nursery.awaitAll();
                                    }
                                    return 7;
                                });
        lab.until("it waits", () -> channel.snapshot().receiversWaiting() == 1);
        untilAllRest(2);

        channel.send(1);
        assertThat(lab.join(owner)).isEqualTo(7);
    }

    /** All workers, and the monitor that watches them. */
    private void untilAllRest(int workers) {
        lab.until(
                "all threads of the scheduler rest for good",
                () ->
                        parks.threads(THREADS).size() == workers + 1
                                && parks.threads(THREADS).stream().allMatch(parks::restsForGood));
    }

    private Thread worker(int id) {
        List<Thread> one = parks.threads(THREADS + "worker-" + id);
        return one.isEmpty() ? Thread.currentThread() : one.getFirst();
    }
}
