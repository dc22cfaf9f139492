package dev.stint.capability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.budget.Budget;
import dev.stint.budget.Component;
import dev.stint.env.Xoshiro256;
import dev.stint.error.CapabilityExceededException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A tree of rights to recharge, derived and used at random, beside a model that only counts. What
 * is used is used in all of the tree above, what is refused is used nowhere.
 */
class CapBudgetModelTest {
    private static final int STEPS = 2_000;
    private static final Budget SOME = new Budget(50, 50, 50, 50, 50);

    private static final class Node {
        final @Nullable Node parent;
        final CapBudget right;
        final Budget limit; // as it was asked for, which may be more than the parent has
        Budget used = Budget.ZERO;

        Node(@Nullable Node parent, CapBudget right, Budget limit) {
            this.parent = parent;
            this.right = right;
            this.limit = limit;
        }

        Budget left() {
            Budget here = limit.minus(used);
            return parent == null ? here : here.min(parent.left());
        }

        void count(Budget amount) {
            used = used.plus(amount);
            if (parent != null) {
                parent.count(amount);
            }
        }

        void uncount(Budget amount) {
            used = used.minus(amount);
            if (parent != null) {
                parent.uncount(amount);
            }
        }
    }

    private record Use(Node node, Budget amount) {}

    private final Issuer issuer = new Issuer("acme", () -> 0);
    private final List<Node> nodes = new ArrayList<>();
    private final List<Use> uses = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void use_anyDerivedRight_neverExceedsAnyAboveIt(long seed) {
        var random = new Xoshiro256(seed);
        int refused = 0;
        int granted = 0;
        for (int i = 0; i < STEPS; i++) {
            if (i % 100 == 0) {
                Budget limit = anyAmount(random, 3_000).plus(SOME);
                nodes.add(new Node(null, issuer.budget(limit), limit));
            }
            Node at = nodes.get(nodes.size() - 1 - random.nextInt(Math.min(20, nodes.size())));
            String step = "seed " + seed + ", step " + i;
            switch (random.nextInt(10)) {
                case 0 -> {
                    Budget limit = anyAmount(random, 1_000).plus(SOME);
                    nodes.add(new Node(at, at.right.atMost(limit), limit));
                }
                case 1 -> undo(random);
                default -> {
                    if (use(at, anyAmount(random, 60), step)) {
                        granted++;
                    } else {
                        refused++;
                    }
                }
            }
            assertThat(at.right.budgetLeft()).as(step).isEqualTo(at.left());
        }
        for (Node node : nodes) {
            assertThat(node.right.budgetLeft()).as("seed %s, end", seed).isEqualTo(node.left());
        }
        assertThat(Math.min(granted, refused)).as("both answers were seen").isGreaterThan(50);
    }

    private boolean use(Node at, Budget amount, String step) {
        boolean expected = at.left().covers(amount);
        boolean allowed = true;
        try {
            at.right.use(issuer, amount, "task 1", "recharge itself");
            at.count(amount);
            uses.add(new Use(at, amount));
        } catch (CapabilityExceededException e) {
            allowed = false;
        }
        assertThat(allowed).as("%s: %s of %s", step, amount, at.left()).isEqualTo(expected);
        return allowed;
    }

    private void undo(Xoshiro256 random) {
        if (!uses.isEmpty()) {
            Use use = uses.remove(random.nextInt(uses.size()));
            use.node.right.unuse(issuer, use.amount);
            use.node.uncount(use.amount);
        }
    }

    private static Budget anyAmount(Xoshiro256 random, int most) {
        Budget budget = Budget.ZERO;
        for (Component c : Component.values()) {
            if (random.nextInt(4) > 0) {
                budget = budget.with(c, random.nextInt(most));
            }
        }
        return budget;
    }
}
