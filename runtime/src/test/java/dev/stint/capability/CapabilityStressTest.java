package dev.stint.capability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Together;
import dev.stint.budget.Budget;
import dev.stint.env.Xoshiro256;
import dev.stint.error.CapabilityExceededException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/** Rights used by four threads at once: no limit is exceeded, and nothing is lost. */
class CapabilityStressTest {
    private static final int THREADS = 4;
    private static final int TRIES = 400_000;

    private final Issuer acme = new Issuer("acme", () -> 0);

    @Test
    void use_oneRightByFourThreads_grantsExactlyItsLimit() {
        int limit = TRIES * THREADS - 1_000;
        CapSpawn root = acme.spawn();
        CapSpawn right = root.atMostEver(limit);
        var granted = new LongAdder();

        together(i -> start(right, granted));

        assertThat(granted.sum()).isEqualTo(limit);
        assertThat(right.spawnsLeft()).isZero();
        assertThat(root.spawnsLeft()).isEqualTo(Budget.MOST - limit);
    }

    /** Each thread has a right of its own; together they want more than their parent has. */
    @Test
    void use_fourRightsOfOneParent_grantsExactlyTheParentsLimit() {
        int limit = TRIES * THREADS - 1_000;
        CapSpawn parent = acme.spawn().atMostEver(limit);
        List<CapSpawn> rights = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            rights.add(parent.atMostEver(TRIES - 200));
        }
        var granted = new LongAdder();

        together(i -> start(rights.get(i), granted));

        assertThat(granted.sum()).isEqualTo(limit);
        assertThat(parent.spawnsLeft()).isZero();
    }

    /** Amounts of several components, some undone again, through three generations. */
    @Test
    void use_andUnuseOfAmounts_neverExceedsAndLosesNothing() {
        var limit = new Budget(2_200_000, 3_000_000, 3_000_000, 3_000_000, 3_000_000);
        CapBudget pool = acme.budget(limit);
        CapBudget shared = pool.atMost(limit.withOps(2_000_000));
        var kept = new ConcurrentLinkedQueue<Budget>();

        together(
                i -> {
                    CapBudget right = shared.atMost(limit.withMemory(400_000));
                    var random = new Xoshiro256(i);
                    Budget mine = Budget.ZERO;
                    for (int n = 0; n < TRIES / 4; n++) {
                        mine = mine.plus(recharge(right, random));
                    }
                    assertThat(right.limit().covers(mine)).as("its own limit").isTrue();
                    kept.add(mine);
                });

        Budget all = kept.stream().reduce(Budget.ZERO, Budget::plus);
        assertThat(shared.limit().covers(all)).as("%s kept", kept).isTrue();
        assertThat(pool.budgetLeft()).isEqualTo(limit.minus(all));
        assertThat(all.ops()).as("something was granted").isPositive();
        shared.unuse(acme, all);
        assertThat(shared.budgetLeft()).as("nothing is lost").isEqualTo(shared.limit());
    }

    /** What of a random amount was granted and kept. */
    private Budget recharge(CapBudget right, Xoshiro256 random) {
        var amount =
                new Budget(
                        random.nextInt(20),
                        random.nextInt(15),
                        random.nextInt(10),
                        random.nextInt(5),
                        random.nextInt(3));
        try {
            right.use(acme, amount, "task", "recharge itself");
        } catch (CapabilityExceededException e) {
            return Budget.ZERO;
        }
        if (random.nextInt(3) == 0) {
            right.unuse(acme, amount);
            return Budget.ZERO;
        }
        return amount;
    }

    private void start(CapSpawn right, LongAdder granted) {
        for (int i = 0; i < TRIES; i++) {
            try {
                right.use(acme, Budget.ZERO, "task", "start a task");
                granted.increment();
            } catch (CapabilityExceededException e) {
                assertThat(e).hasMessageContaining("spawns left");
            }
        }
    }

    private interface Numbered {
        void run(int i) throws Exception;
    }

    private static void together(Numbered piece) {
        List<Together.Piece> pieces = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            pieces.add(() -> piece.run(number));
        }
        Together.run(pieces);
    }
}
