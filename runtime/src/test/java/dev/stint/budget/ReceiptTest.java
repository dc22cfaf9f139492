package dev.stint.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.nursery.Nursery;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** [SCHED:1.1.1] [SCHED:9.1.1] A receipt is exact, and the same again under the same seed. */
@Timeout(60)
class ReceiptTest {
    private record Run(Receipt receipt, Ledger books, long trace) {}

    private static Run run(Cores cores, long seed) throws Exception {
        try (var scheduler =
                Scheduler.open(
                        c ->
                                c.withCores(cores)
                                        .withWorkers(3)
                                        .withSeed(seed)
                                        .withYieldInterval(32)
                                        .withSlice(200))) {
            var tenant =
                    scheduler.openTenant(t -> t.withBudget(new Budget(30_000, 5_000, 200, 50, 50)));
            Nursery nursery = tenant.nursery(n -> n.withName("all").withCancelOnError(false));
            for (int i = 0; i < 6; i++) {
                int k = i;
                nursery.spawn("family-" + i, () -> family(k));
            }
            nursery.awaitAll();
            return new Run(nursery.receipt().orElseThrow(), tenant.ledger(), scheduler.traceHash());
        }
    }

    /** Works, allocates, sleeps; some fail, some cancel others, some run out of money. */
    private static void family(int k) throws InterruptedException {
        try (Nursery nursery =
                Stint.nursery(n -> n.withCancelOnError(k % 2 == 0).named("nursery-" + k))) {
            for (int i = 0; i < 8; i++) {
                int n = i;
                nursery.spawn(
                        "child-" + i,
                        () -> {
                            Stint.checkpoint(37L * n + k);
                            Stint.charge(Cost.allocation(10L * n));
                            Stint.sleep(Duration.ofMillis((n * 7L) % 5));
                            if (n == 5 && k == 2) {
                                throw new IllegalStateException("planted");
                            }
                            while (k == 3 && n == 3) {
                                Stint.checkpoint(50); // until nothing is left
                            }
                            Stint.yield();
                            Stint.checkpoint(n);
                        });
            }
            nursery.awaitAll();
        }
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    @DisplayName("[SCHED:9.1.1] same seed, same receipt, same books, same trace")
    void receipt_sameSeedTwice_isTheSame(Cores cores) throws Exception {
        Set<Long> traces = new HashSet<>();
        for (long seed = 0; seed < 25; seed++) {
            Run first = run(cores, seed);
            assertThat(run(cores, seed)).as("seed %d again", seed).isEqualTo(first);
            assertThat(first.books().isBalanced()).as("seed %d", seed).isTrue();
            assertThat(first.books().held()).as("seed %d", seed).isEqualTo(Budget.ZERO);
            assertThat(first.books().spent()).isEqualTo(first.receipt().spent());
            traces.add(first.trace());
        }
        assertThat(traces).hasSizeGreaterThan(20);
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    @DisplayName("[SCHED:3.3.1] equal work by equal names has one hash, in whatever order it ends")
    void hash_orderOfEnds_doesNotMatter(Setting on) throws Exception {
        Set<Receipt> receipts = new HashSet<>();
        for (int round = 0; round < 10; round++) {
            try (var scheduler = on.open();
                    Nursery nursery = scheduler.nursery(n -> n.withName("n"))) {
                for (int i = 0; i < 20; i++) {
                    int k = i;
                    nursery.spawn(
                            "t" + i,
                            () -> {
                                Stint.checkpoint(k);
                                Stint.yield();
                                Stint.charge(Cost.FILE_IO);
                            });
                }
                nursery.join();
                receipts.add(nursery.receipt().orElseThrow());
            }
        }
        assertThat(receipts).hasSize(1);
        Receipt one = receipts.iterator().next();
        assertThat(one.spent()).isEqualTo(new Budget(190 + 20, 0, 20, 0, 20));
        assertThat(one.tasks()).isEqualTo(20);
    }

    @Test
    @DisplayName("a different spending or name has a different hash")
    void hash_otherWork_differs() throws Exception {
        Set<Long> hashes = new HashSet<>();
        for (String name : new String[] {"a", "b"}) {
            for (int ops = 0; ops < 3; ops++) {
                int k = ops;
                try (var scheduler = Setting.SEEDED_BARE.open();
                        Nursery nursery = scheduler.nursery()) {
                    nursery.spawn(name, () -> Stint.checkpoint(k));
                    nursery.join();
                    hashes.add(nursery.receipt().orElseThrow().hash());
                }
            }
        }
        assertThat(hashes).hasSize(6);
    }
}
