package dev.stint.weave;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Functional objects and overrides, woven and counted. */
@SuppressWarnings({"UnnecessaryLambda", "UnusedMethod"})
final class FunctionShapes {
    private final int field = 7;

    private FunctionShapes() {}

    static int twice(int n) {
        return 2 * n;
    }

    int plusField(int n) {
        return n + field;
    }

    /** indy, apply; 1 for entering. Captures nothing. */
    static int lambda() {
        IntUnaryOperator f = n -> n + 1;
        return f.applyAsInt(1);
    }

    /** indy, apply, 1 for entering and the call in it; 12 + 4 bytes captured. */
    static int capturing(int k) {
        IntUnaryOperator f = n -> twice(n) + k;
        return f.applyAsInt(1);
    }

    /** indy, apply, 1. */
    static int staticReference() {
        IntUnaryOperator f = FunctionShapes::twice;
        return f.applyAsInt(4);
    }

    /** new, init; requireNonNull, indy, apply, 1; the receiver is captured. */
    static int boundReference() {
        var self = new FunctionShapes();
        IntUnaryOperator f = self::plusField;
        return f.applyAsInt(4);
    }

    /** indy, apply, 1. */
    static int unboundReference() {
        Function<String, Integer> f = String::length;
        return f.apply("four").hashCode(); // and hashCode of Integer
    }

    /** indy, get, 1 and the bytes of ArrayList; size. */
    static int constructorReference() {
        Supplier<List<String>> f = ArrayList::new;
        return f.get().size();
    }

    /** indy, apply, 1, and the anewarray in the method that javac makes. */
    static int arrayReference() {
        IntFunction<String[]> f = String[]::new;
        return f.apply(3).length;
    }

    /** A loop inside the JDK: range, indy, map, sum, and 1 for each. */
    static int stream(int n) {
        return IntStream.range(0, n).map(FunctionShapes::twice).sum();
    }

    /** The bridge that javac makes overrides, and calls the real one: 2 for each comparison. */
    static int comparator() {
        var order = new Reversed(); // 2
        var list = new ArrayList<>(List.of(2, 1)); // of, valueOf, valueOf, new, init
        list.sort(order); // 1; one comparison: 2, and intValue, intValue, compare
        return list.getFirst(); // getFirst, intValue
    }

    private static final class Reversed implements Comparator<Integer> {
        @Override
        public int compare(Integer a, Integer b) {
            return Integer.compare(b, a);
        }
    }

    // ---- inherited implementations

    static class Worker {
        int done;

        public void run() {
            done++;
        }

        public final void close() {
            done += 100;
        }
    }

    private static final class Job extends Worker implements Runnable, AutoCloseable {
        private Job() {}
    }

    /** Three calls through Runnable: new, init, init of Worker, three calls, 1 for each. */
    static int inherited() {
        var job = new Job();
        Runnable runnable = job;
        runnable.run();
        runnable.run();
        runnable.run();
        return job.done;
    }

    /** The inherited method is final: new, init, init, close and 1. */
    static int inheritedFinal() {
        Worker worker;
        try (Job job = new Job()) {
            worker = job;
        }
        return worker.done;
    }

    private interface Named {
        default String get() {
            return "named";
        }
    }

    private interface NamedSupplier extends Named, Supplier<String> {
        @Override
        String get();
    }

    private interface Plain {
        default int applyAsInt(int n) {
            return n + 5;
        }
    }

    /** Declares what the JDK may call although a default is at hand: 1. */
    private record Given(String name) implements NamedSupplier {
        @Override
        public String get() {
            return name;
        }
    }

    static String given() {
        Supplier<String> s = new Given("g"); // new, init; the record's init of Record: 1
        return s.get(); // 1; the bridge that javac makes costs 1 and calls it
    }

    /** A method of its own that hides nothing: called by nobody outside. new, init, call. */
    static int notFromOutside() {
        return new Plain() {}.applyAsInt(1);
    }
}
