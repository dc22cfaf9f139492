package dev.stint.nursery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.task.Task;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ends that a worker keeps back, to report several together, hide no money from who needs it. */
@Timeout(20)
class KeptBackTest {
    private static final Budget ENOUGH = Budget.ofOps(1L << 50);

    @Test
    void draw_ofWhatASiblingHasJustLeft_succeeds() throws Exception {
        for (long seed = 0; seed < 50; seed++) {
            long s = seed;
            try (var scheduler = Scheduler.open(c -> c.withSeed(s).withWorkers(1))) {
                try (var nursery =
                        scheduler.nursery(
                                n ->
                                        n.withBudget(new Budget(100, 0, 2, 0, 0))
                                                .withChildBudget(Budget.ofOps(50))
                                                .withCancelOnError(false))) {
                    Task<?> first = nursery.spawn(() -> Stint.checkpoint(10));
                    Task<?> second =
                            nursery.spawn(
                                    () -> {
                                        first.await();
                                        Stint.checkpoint(60);
                                    });
                    second.await();
                    nursery.join();
                    assertThat(nursery.receipt().orElseThrow().spent().ops()).isEqualTo(70);
                }
            }
        }
    }

    @Test
    void spawn_paidByWhatASiblingHasJustLeft_succeeds() throws Exception {
        for (long seed = 0; seed < 50; seed++) {
            long s = seed;
            try (var scheduler = Scheduler.open(c -> c.withSeed(s).withWorkers(1))) {
                try (var nursery =
                        scheduler.nursery(
                                n ->
                                        n.withBudget(new Budget(50, 0, 3, 0, 0))
                                                .withChildBudget(Budget.ofOps(25)))) {
                    Task<?> first = nursery.spawn(() -> {});
                    Task<?> second =
                            nursery.spawn(
                                    () -> {
                                        first.await();
                                        nursery.spawn(() -> Stint.checkpoint(20)).await();
                                    });
                    second.await();
                    nursery.join();
                }
            }
        }
    }

    /** A task that computes for long, and looks, keeps nothing from its nursery either. */
    @Test
    void end_beforeALongSibling_isSeenByTheOpener() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(1))) {
            try (var nursery = scheduler.nursery(n -> n.withChildBudget(ENOUGH))) {
                // Newest first: the short one ends, and the long one follows on the same core.
                nursery.spawn(
                        () -> {
                            nursery.spawn(
                                    () -> {
                                        while (true) {
                                            Stint.checkpoint(100);
                                        }
                                    });
                            nursery.spawn(() -> {});
                        });
                while (isHeldByMany(nursery)) {
                    assertThat(Thread.interrupted()).as("the time is up").isFalse();
                }
                nursery.cancel();
                nursery.awaitAll();
            }
        }
    }

    /** The starter and both it starts hold something until their ends are reported. */
    private static boolean isHeldByMany(Nursery nursery) {
        var books = nursery.ledger();
        return books.spent().spawns() < 3 || books.held().ops() > ENOUGH.ops();
    }
}
