package dev.stint.weave.reference.programs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Who overrides whom: defaults, bridges, inherited implementations of interfaces of the JDK. */
public final class Inheritance {
    @SuppressWarnings("EffectivelyPrivate") // an interface of an heir wants it public
    private static class Base {
        int calls;

        public void run() { // of no interface here, but of one in an heir
            calls++;
        }

        Object self() {
            return "base";
        }

        @Override
        public String toString() {
            return "Base" + calls;
        }
    }

    private static class Runner extends Base implements Runnable {}

    private static final class LateRunner extends Runner {
        @Override
        public void run() {
            super.run();
            super.run();
        }

        @Override
        String self() { // a bridge is made
            return "late " + super.self();
        }

        @Override
        public String toString() {
            return super.toString() + "!";
        }
    }

    /** Implements again what is implemented. */
    private static final class Again extends Runner implements Runnable {}

    private interface Task {
        List<String> RUNS = new ArrayList<>();

        default void run() {
            RUNS.add("task");
        }
    }

    private interface RunnableTask extends Task, Runnable {
        @Override
        default void run() {
            Task.super.run();
            RUNS.add("runnable");
        }
    }

    private static class PlainTask implements Task {}

    private static final class LateTask extends PlainTask implements RunnableTask {}

    private static final class BothTasks extends PlainTask implements RunnableTask {
        @Override
        public void run() {
            super.run();
            RunnableTask.super.run();
        }
    }

    private interface Left {
        default int applyAsInt(int x) {
            return x + 1;
        }

        static int twice(int x) {
            return 2 * x;
        }
    }

    private interface Right extends IntUnaryOperator {
        @Override
        default int applyAsInt(int x) {
            return step(x) * 10;
        }

        private int step(int x) {
            return x + 3;
        }
    }

    private static final class Both implements Left, Right {
        @Override
        public int applyAsInt(int x) {
            return Left.super.applyAsInt(x) + Right.super.applyAsInt(x) + Left.twice(x);
        }
    }

    private static final class OnlyRight implements Right {}

    private abstract static class Ordered<T extends Comparable<T>> implements Comparator<T> {
        abstract T key(T value);

        @Override
        public int compare(T a, T b) {
            return key(a).compareTo(key(b));
        }
    }

    private static final class Backwards extends Ordered<Integer> {
        @Override
        Integer key(Integer value) {
            return -value;
        }
    }

    private Inheritance() {}

    public static Object run(int n) {
        List<Object> log = new ArrayList<>();
        Base[] bases = {new Base(), new Runner(), new LateRunner()};
        for (int i = 0; i < n; i++) {
            Base base = bases[i % 3];
            base.run();
            if (base instanceof Runnable runnable) {
                runnable.run();
                List.of(runnable).forEach(Runnable::run);
            }
            log.add(base.self());
        }
        for (Base base : bases) {
            log.add(base + "" + base.calls);
        }
        for (Task task : List.of(new PlainTask(), new LateTask(), new BothTasks())) {
            for (int i = 0; i < n; i++) {
                task.run();
                if (task instanceof Runnable runnable) {
                    runnable.run();
                }
            }
        }
        for (Runnable runnable : List.of(new Again(), new LateTask(), new BothTasks())) {
            List.of(runnable).forEach(Runnable::run);
        }
        log.add(Task.RUNS.size());
        log.add(new Both().applyAsInt(n));
        log.add(new Both().andThen(new OnlyRight()).compose(new Both()).applyAsInt(n));
        List<Integer> numbers = new ArrayList<>(List.of(3, 1, 2, n));
        numbers.sort(new Backwards());
        log.add(numbers);
        numbers.sort(new Backwards().reversed());
        log.add(numbers);
        return log.toString();
    }
}
