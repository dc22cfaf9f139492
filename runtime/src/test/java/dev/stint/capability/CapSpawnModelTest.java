package dev.stint.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.budget.Budget;
import dev.stint.budget.Component;
import dev.stint.env.Xoshiro256;
import dev.stint.error.CapabilityRefusedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A tree of rights to start tasks, derived, used and revoked at random, beside a model in which
 * each node knows only the one thing that its own derivation forbids. A right must allow exactly
 * what it and all those above it do not forbid.
 */
class CapSpawnModelTest {
    private static final int STEPS = 3_000;

    /**
     * One right and what its own derivation forbids.
     *
     * @param most so many uses, all in all
     * @param alive so many tasks at once
     * @param each at most this for each task
     * @param expiresAt not from this moment on
     */
    private record Limits(long most, long alive, Budget each, long expiresAt) {
        static final Limits NONE =
                new Limits(Budget.MOST, Budget.MOST, Budget.UNLIMITED, Long.MAX_VALUE);
    }

    private static final class Node {
        final @Nullable Node parent;
        final CapSpawn right;
        final Limits limits;
        long used;
        long alive;
        boolean revoked;

        Node(@Nullable Node parent, CapSpawn right, Limits limits) {
            this.parent = parent;
            this.right = right;
            this.limits = limits;
        }

        int depth() {
            return parent == null ? 0 : parent.depth() + 1;
        }

        boolean descendsFrom(Node other) {
            return this == other || (parent != null && parent.descendsFrom(other));
        }

        boolean isValid(long now) {
            boolean here = !revoked && now < limits.expiresAt;
            return here && (parent == null || parent.isValid(now));
        }

        long left() {
            long here = limits.most - used;
            return parent == null ? here : Math.min(here, parent.left());
        }

        long aliveLeft() {
            long here = limits.alive == Budget.MOST ? Budget.MOST : limits.alive - alive;
            return parent == null ? here : Math.min(here, parent.aliveLeft());
        }

        boolean allows(Budget allowance) {
            return limits.each.covers(allowance) && (parent == null || parent.allows(allowance));
        }

        void count(long uses) {
            used += uses;
            if (parent != null) {
                parent.count(uses);
            }
        }

        void countAlive(long tasks) {
            alive += tasks;
            if (parent != null) {
                parent.countAlive(tasks);
            }
        }
    }

    private long now;
    private final Issuer issuer = new Issuer("acme", () -> now);
    private final List<Node> nodes = new ArrayList<>();
    private int granted;
    private int refused;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void use_anyDerivedRight_allowsWhatNoneAboveItForbids(long seed) {
        var random = new Xoshiro256(seed);
        List<Node> used = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            if (i % 200 == 0) {
                nodes.add(new Node(null, issuer.spawn(), Limits.NONE));
            }
            Node at = nodes.get(nodes.size() - 1 - random.nextInt(Math.min(30, nodes.size())));
            String step = "seed " + seed + ", step " + i;
            switch (random.nextInt(20)) {
                case 0, 1, 2, 3 -> derive(at, random);
                case 4 -> now += random.nextInt(50);
                case 5 -> revoke(at, nodes.get(random.nextInt(nodes.size())), random, step);
                case 6 -> undo(used, random);
                case 7, 8, 9 -> end(used, random);
                default -> use(at, random, used, step);
            }
            assertThat(at.right.isValid()).as(step).isEqualTo(at.isValid(now));
            assertThat(at.right.spawnsLeft()).as(step).isEqualTo(at.left());
            assertThat(at.right.aliveLeft()).as(step).isEqualTo(at.aliveLeft());
        }
        for (Node node : nodes) {
            assertThat(node.right.spawnsLeft()).as("seed %s, end", seed).isEqualTo(node.left());
            assertThat(node.right.aliveLeft()).as("seed %s", seed).isEqualTo(node.aliveLeft());
            assertThat(node.right.isValid()).as("seed %s, end", seed).isEqualTo(node.isValid(now));
        }
        assertThat(Math.min(granted, refused)).as("both answers were seen").isGreaterThan(100);
    }

    private void derive(Node at, Xoshiro256 random) {
        if (at.depth() == Capability.MOST_DERIVATIONS) {
            return;
        }
        int kind = random.nextInt(4);
        long most = kind == 0 ? random.nextInt(40) : Budget.MOST;
        Budget each = kind == 1 ? anyAllowance(random, 20) : Budget.UNLIMITED;
        long alive = kind == 3 ? random.nextInt(12) : Budget.MOST;
        long time = 10L + random.nextInt(2_000);
        CapSpawn right =
                switch (kind) {
                    case 0 -> at.right.atMostEver(most);
                    case 1 -> at.right.withBudgetAtMost(each);
                    case 3 -> at.right.atMostAlive(alive);
                    default -> at.right.expiringIn(Duration.ofNanos(time));
                };
        nodes.add(
                new Node(
                        at,
                        right,
                        new Limits(most, alive, each, kind == 2 ? now + time : Long.MAX_VALUE)));
    }

    private void use(Node at, Xoshiro256 random, List<Node> used, String step) {
        Budget allowance = anyAllowance(random, 12);
        boolean hasRoom = at.left() > 0 && at.aliveLeft() > 0;
        boolean expected = at.isValid(now) && hasRoom && at.allows(allowance);
        boolean allowed = true;
        try {
            at.right.use(issuer, allowance, "task 1", "start a task");
        } catch (CapabilityRefusedException e) {
            allowed = false;
        }
        assertThat(allowed).as(step).isEqualTo(expected);
        if (allowed) {
            granted++;
            at.count(1);
            at.countAlive(1);
            used.add(at);
        } else {
            refused++;
        }
    }

    private void undo(List<Node> used, Xoshiro256 random) {
        if (!used.isEmpty()) {
            Node node = used.remove(random.nextInt(used.size()));
            node.right.unuse(issuer);
            node.count(-1);
            node.countAlive(-1);
        }
    }

    private void end(List<Node> used, Xoshiro256 random) {
        if (!used.isEmpty()) {
            Node node = used.remove(random.nextInt(used.size()));
            node.right.taskEnded(issuer);
            node.countAlive(-1);
        }
    }

    private void revoke(Node victim, Node by, Xoshiro256 random, String step) {
        if (random.nextInt(4) == 0) {
            issuer.revoke(victim.right);
            victim.revoked = true;
        } else if (by != victim && victim.descendsFrom(by)) {
            by.right.revoke(victim.right);
            victim.revoked = true;
        } else {
            assertThatThrownBy(() -> by.right.revoke(victim.right))
                    .as(step)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static Budget anyAllowance(Xoshiro256 random, int most) {
        Budget budget = Budget.ofOps(random.nextInt(most));
        for (Component c : Component.values()) {
            if (random.nextInt(8) == 0) {
                budget = budget.with(c, random.nextInt(most));
            }
        }
        return budget;
    }
}
