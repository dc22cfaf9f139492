package dev.stint.nativecode.internal.heap;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.error.GuardExceededException;
import dev.stint.event.Event;
import dev.stint.guard.KeptHeap;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A program: one tenant leaks beside ten that behave, in a heap that it would fill. What it prints
 * last is whether all went as it should; {@link HeapLimitsTest} runs it under each collector.
 */
final class LeakBeside {
    static final String WELL = "all is well";

    private static final int HONEST = 10;
    private static final long LIMIT = 64L << 20;

    /** Arrays of so many bytes, with their headers. */
    private static final int SIZE = 1_016;

    private static final int KEPT = 24_000; // of them, by each honest tenant
    private static final int KEEPS_ONE_IN = 4;
    private static final long FAR_TOO_MANY = 8L << 20; // 8 GB of them

    private final AtomicBoolean isOver = new AtomicBoolean();
    private final CountDownLatch areFull = new CountDownLatch(HONEST);
    private final Queue<Event> events = new ConcurrentLinkedQueue<>();

    @SuppressWarnings("UnusedVariable") // so that garbage is really made
    private volatile byte @Nullable [] last;

    private LeakBeside() {}

    /** What the leak consists of. */
    private static final class Leak {
        private final byte[] page = new byte[SIZE - 16];
    }

    public static void main(String[] args) throws Exception {
        new LeakBeside().run();
        System.out.println(WELL);
    }

    private void run() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2).withSink(this::note))) {
            List<Tenant> honest = new ArrayList<>();
            List<Task<List<byte[]>>> working = new ArrayList<>();
            for (int i = 0; i < HONEST; i++) {
                int number = i;
                Tenant each =
                        scheduler.openTenant(
                                t -> t.withName("honest " + number).withHeapLimit(LIMIT));
                honest.add(each);
                working.add(each.root().spawn(this::behave));
            }
            Tenant leaky = scheduler.openTenant(t -> t.withName("leaky").withHeapLimit(LIMIT));
            areFull.await();
            Outcome<Long> leak = leaky.root().spawn(this::leak).awaitOutcome();

            isOver.set(true);
            expectStopped(leak);
            for (Task<List<byte[]>> each : working) {
                expect(each.await().size() == KEPT, "what honest tenants have kept is there");
            }
            SampledHeap.lookNow();
            for (Tenant each : honest) {
                expectRight(each, (long) KEPT * SIZE);
            }
            expectOneTripped();
        }
    }

    private void note(Event event) {
        if (event instanceof Event.GuardTripped || event instanceof Event.HeapWarning) {
            events.add(event);
        }
    }

    /** Keeps something, and makes garbage for as long as the other leaks. */
    private List<byte[]> behave() throws InterruptedException {
        List<byte[]> kept = new ArrayList<>(KEPT);
        for (int i = 0; i < KEPT; i++) {
            kept.add(new byte[SIZE - 16]);
            last = new byte[SIZE];
            giveWay(i);
        }
        areFull.countDown();
        for (int i = 0; !isOver.get(); i++) {
            last = new byte[SIZE];
            giveWay(i);
        }
        return kept;
    }

    /** Keeps one in so many of what it makes: the watch has time, however busy the machine is. */
    private long leak() throws InterruptedException {
        List<Leak> kept = new ArrayList<>();
        for (int i = 0; kept.size() < FAR_TOO_MANY; i++) {
            var made = new Leak();
            if (i % KEEPS_ONE_IN == 0) {
                kept.add(made);
            }
            last = made.page;
            giveWay(i);
        }
        return kept.size();
    }

    private static void giveWay(int round) throws InterruptedException {
        if (round % 64 == 0) {
            Stint.yield();
        }
    }

    // ---- what is expected

    private static void expectStopped(Outcome<Long> leak) {
        System.out.println("leaky: " + leak);
        expect(
                leak instanceof Outcome.Failure<?>(GuardExceededException why)
                        && why.reading().measured() > LIMIT
                        && why.kept().stream().limit(2).anyMatch(k -> k.name().equals("byte[]"))
                        && why.kept().stream().anyMatch(k -> k.name().equals(Leak.class.getName())),
                "the leaky tenant is stopped, and its classes are named");
    }

    private static void expectRight(Tenant tenant, long bytes) {
        KeptHeap kept = tenant.kept().orElseThrow();
        double ratio = (double) kept.bytes() / bytes;
        System.out.println(tenant.name() + ": " + ratio + " of what it keeps");
        expect(ratio > 0.9 && ratio < 1.1, "estimates are right within a tenth");
        expect(tenant.stoppedBy().isEmpty(), "who behaves is not stopped");
    }

    private void expectOneTripped() {
        System.out.println(events);
        expect(
                events.stream().filter(Event.GuardTripped.class::isInstance).count() == 1
                        && events.stream()
                                .filter(Event.HeapWarning.class::isInstance)
                                .map(Event.HeapWarning.class::cast)
                                .allMatch(e -> e.tenant().equals("leaky")),
                "nobody else was found high");
    }

    private static void expect(boolean is, String what) {
        if (!is) {
            throw new AssertionError("expected: " + what);
        }
    }
}
