package dev.stint.host.demo;

import dev.stint.Stint;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryState;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Nurseries within nurseries, full of tasks that would never end, and one call to end them. */
final class Family implements Scene {
    private static final int CHILDREN = 8;

    private final int depth;

    Family() {
        this(5);
    }

    Family(int depth) {
        this.depth = depth;
    }

    @Override
    public String name() {
        return "family";
    }

    @Override
    public String claim() {
        return "cancelling a nursery ends every task below it";
    }

    @Override
    public void play(Stage stage, Findings findings) throws Exception {
        int leaves = (int) Math.pow(CHILDREN, depth);
        var asleep = new CountDownLatch(leaves);
        var alive = new AtomicInteger();
        try (var scheduler = Stage.open(this, c -> c.withWorkers(2))) {
            Nursery top = scheduler.nursery(n -> n.withName("family"));
            top.spawn(() -> family(depth, asleep, alive));
            if (!asleep.await(stage.patience().toNanos(), TimeUnit.NANOSECONDS)) {
                findings.failed(asleep.getCount() + " of " + leaves + " tasks did not start");
            }
            int before = alive.get();
            long begun = System.nanoTime();
            top.cancel();
            top.close();
            long millis = (System.nanoTime() - begun) / 1_000_000;
            findings.expect(top.state() == NurseryState.CANCELLED, "the nursery is " + top.state());
            findings.expectEqual("tasks alive after its end", alive.get(), 0);
            findings.expect(top.ledger().isBalanced(), "its books are wrong: " + top.ledger());
            findings.number("tasks", before);
            findings.number("millis", millis);
            findings.figure(Text.number(before) + " tasks ended in " + millis + " ms");
        }
    }

    private static void family(int depth, CountDownLatch asleep, AtomicInteger alive)
            throws InterruptedException {
        alive.incrementAndGet();
        try {
            if (depth == 0) {
                asleep.countDown();
                Stint.sleep(Duration.ofDays(1));
                return;
            }
            try (var nursery = Stint.nursery()) {
                for (int i = 0; i < CHILDREN; i++) {
                    nursery.spawn(() -> family(depth - 1, asleep, alive));
                }
                nursery.join();
            }
        } finally {
            alive.decrementAndGet();
        }
    }
}
