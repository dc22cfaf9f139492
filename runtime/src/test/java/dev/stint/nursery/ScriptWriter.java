package dev.stint.nursery;

import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.nursery.Script.End;
import dev.stint.nursery.Script.Kind;
import dev.stint.nursery.Script.Part;
import dev.stint.nursery.Script.Right;
import dev.stint.nursery.Script.Scope;
import dev.stint.nursery.Script.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Writes programs at random; the same seed gives the same program. */
final class ScriptWriter {
    private static final int MOST_TASKS = 24;
    private static final int MOST_DEPTH = 4;
    private static final List<OnExhaustion> EXHAUSTIONS = List.of(OnExhaustion.values());
    private static final List<Kind> KINDS = List.of(Kind.values());
    private static final List<End> ENDS = List.of(End.values());
    private static final List<Right> RIGHTS = List.of(Right.values());

    private final Random random;
    private final long seed;
    private int tasks;
    private int nurseries;

    private ScriptWriter(long seed) {
        this.seed = seed;
        this.random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
    }

    static Script write(long seed) {
        return new ScriptWriter(seed).script();
    }

    private Script script() {
        Budget tenant = chance(3) ? Budget.UNLIMITED : amount(Size.TENANT);
        Budget limit = amount(Size.POOL);
        int interval = of(1, 16, 1024);
        int slice = of(50, 100_000);
        return new Script(seed, tenant, limit, interval, slice, top());
    }

    private Scope top() {
        int number = nurseries++;
        var steps = new ArrayList<Step>();
        int count = 1 + random.nextInt(3);
        var nest = new Nest(List.of(number), number, 0);
        for (int i = 0; i < count; i++) {
            steps.add(spawn(nest, number));
        }
        int rounds = random.nextInt(4);
        for (int i = 0; i < rounds; i++) {
            steps.add(new Step.Pause(1 + random.nextInt(4)));
            steps.add(
                    switch (random.nextInt(6)) {
                        case 0, 1 -> new Step.PayBills(number, amount(Size.SMALL));
                        case 2 -> new Step.Fund(number, amount(Size.SMALL));
                        case 3 -> new Step.CancelTask(random.nextInt(tasks));
                        case 4 -> new Step.PayByRight(random.nextInt(tasks), amount(Size.SMALL));
                        default ->
                                chance(3)
                                        ? new Step.CancelNursery(random.nextInt(nurseries))
                                        : new Step.PayBills(
                                                random.nextInt(nurseries), amount(Size.SMALL));
                    });
        }
        return new Scope(
                number,
                chance(2) ? Optional.of(amount(Size.POOL)) : Optional.empty(),
                amount(Size.TASK),
                EXHAUSTIONS.get(random.nextInt(3)),
                chance(2),
                KINDS.get(random.nextInt(4)),
                chance(8) ? Scope.NO_DEADLINE : 20 + random.nextInt(20),
                chance(2) ? End.AWAIT_ALL : End.CLOSE,
                steps);
    }

    /** Where in the program we are. */
    private record Nest(List<Integer> visible, int innermost, int depth) {}

    private List<Step> steps(Nest nest, List<Integer> spawned) {
        var steps = new ArrayList<Step>();
        int count = random.nextInt(nest.depth < 2 ? 8 : 5);
        for (int i = 0; i < count; i++) {
            steps.add(step(nest, spawned));
        }
        return steps;
    }

    private Step step(Nest nest, List<Integer> spawned) {
        return switch (random.nextInt(24)) {
            case 0, 1 -> new Step.Charge(cost());
            case 2 -> new Step.Count(random.nextInt(600));
            case 3 -> new Step.Yield();
            case 4 -> new Step.Sleep(random.nextInt(4));
            case 5 -> chance(4) ? new Step.Fail() : new Step.Yield();
            case 6, 7, 8, 9, 10 -> open(nest);
            case 11, 12, 13 -> maybeSpawn(nest, spawned);
            case 14 ->
                    chance(2)
                            ? new Step.CancelTask(random.nextInt(Math.max(1, tasks)))
                            : open(nest);
            case 15 ->
                    nest.depth > 1 && chance(3)
                            ? new Step.CancelNursery(
                                    chance(3) ? pick(nest.visible) : nest.innermost)
                            : open(nest);
            case 16 -> new Step.PayBills(nest.innermost, amount(Size.TASK));
            case 17 -> new Step.Fund(nest.innermost, amount(Size.SMALL));
            case 18 -> new Step.PayByRight(random.nextInt(Math.max(1, tasks)), amount(Size.SMALL));
            case 19 -> new Step.PayMyself(amount(Size.SMALL));
            case 20 ->
                    chance(3)
                            ? new Step.Revoke(RIGHTS.get(1 + random.nextInt(2)))
                            : new Step.Yield();
            case 21, 22 -> new Step.Eat(steps(nest, spawned));
            default -> spawned.isEmpty() ? shield() : new Step.Await(pick(spawned));
        };
    }

    private Step open(Nest nest) {
        if (nest.depth >= MOST_DEPTH || tasks >= MOST_TASKS) {
            return new Step.Charge(cost());
        }
        int number = nurseries++;
        var visible = new ArrayList<>(nest.visible);
        visible.add(number);
        var inner = new Nest(visible, number, nest.depth + 1);
        var spawned = new ArrayList<Integer>();
        var steps = new ArrayList<Step>();
        int children = 1 + random.nextInt(3);
        for (int i = 0; i < children && tasks < MOST_TASKS; i++) {
            steps.add(maybeSpawn(inner, spawned));
        }
        steps.addAll(steps(inner, spawned));
        return new Step.Open(
                new Scope(
                        number,
                        chance(2)
                                ? Optional.of(amount(chance(2) ? Size.TASK : Size.SMALL))
                                : Optional.empty(),
                        amount(chance(3) ? Size.TASK : Size.SMALL),
                        EXHAUSTIONS.get(random.nextInt(3)),
                        chance(2),
                        KINDS.get(random.nextInt(4)),
                        chance(4) ? random.nextInt(6) : Scope.NO_DEADLINE,
                        ENDS.get(random.nextInt(ENDS.size())),
                        steps));
    }

    private Step maybeSpawn(Nest nest, List<Integer> spawned) {
        if (tasks >= MOST_TASKS) {
            return new Step.Yield();
        }
        int into = chance(5) ? pick(nest.visible) : nest.innermost;
        spawned.add(tasks);
        return spawn(nest, into);
    }

    private Step.Spawn spawn(Nest nest, int nursery) {
        int number = tasks++;
        List<Integer> visible = nest.visible.subList(0, nest.visible.indexOf(nursery) + 1);
        var inside = new Nest(visible, nursery, nest.depth + 1);
        return new Step.Spawn(
                nursery,
                new Part(
                        number,
                        chance(4)
                                ? Optional.of(amount(chance(2) ? Size.TASK : Size.SMALL))
                                : Optional.empty(),
                        RIGHTS.get(random.nextInt(3)),
                        steps(inside, new ArrayList<>())));
    }

    private Step shield() {
        var steps = new ArrayList<Step>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            steps.add(
                    switch (random.nextInt(4)) {
                        case 0 -> new Step.Charge(cost());
                        case 1 -> new Step.Count(random.nextInt(300));
                        case 2 -> new Step.Sleep(random.nextInt(3));
                        default -> new Step.Yield();
                    });
        }
        return new Step.Shield(steps);
    }

    private Budget cost() {
        return new Budget(
                random.nextInt(300),
                chance(2) ? random.nextInt(300) : 0,
                0,
                chance(2) ? random.nextInt(4) : 0,
                chance(2) ? random.nextInt(4) : 0);
    }

    /** How much of something there is, so that most programs get far and many run short. */
    private enum Size {
        TENANT(20_000, 60_000, 60),
        POOL(6_000, 20_000, 25),
        TASK(400, 3_000, 8),
        SMALL(1, 600, 4);

        final int least;
        final int more;
        final int few;

        Size(int least, int more, int few) {
            this.least = least;
            this.more = more;
            this.few = few;
        }
    }

    private Budget amount(Size size) {
        int few = size.few;
        return new Budget(
                size.least + random.nextInt(size.more),
                random.nextInt(size.least + size.more),
                few / 3 + random.nextInt(few),
                few + random.nextInt(3 * few),
                few + random.nextInt(3 * few));
    }

    private boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    private int of(int... values) {
        return values[random.nextInt(values.length)];
    }

    private int pick(List<Integer> from) {
        return from.get(random.nextInt(from.size()));
    }
}
