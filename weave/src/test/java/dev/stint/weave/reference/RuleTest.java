package dev.stint.weave.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The reference itself, against sums done by hand from the words of the rule. */
class RuleTest {
    private static final int TRACE = 64;
    private static final int BYTES_OF_TRACE = 64 * 24;

    /** Counts of one program. Each is a class of its own, so that its initialiser is empty. */
    private static void assertCosts(Class<?> program, int input, long ops, long bytes) {
        Outcome outcome = Outcome.interpreted(ClassSet.of(program), program.getName(), input);

        assertThat(outcome.ops()).as("ops").isEqualTo(ops);
        assertThat(outcome.bytes()).as("bytes").isEqualTo(bytes);
    }

    static final class Nothing {
        public static Object run(int n) {
            return "nothing";
        }
    }

    @Test
    void rule_methodWithoutSites_isFree() {
        assertCosts(Nothing.class, 5, 0, 0);
    }

    static final class Loop {
        public static Object run(int n) {
            int sum = 0;
            for (int i = 0; i < n; i++) { // a goto back for each round
                sum += i;
            }
            do { // a conditional branch back for each round but the last
                sum++;
            } while (sum < 20);
            return Integer.valueOf(sum); // 1
        }
    }

    @Test
    void rule_loops_costOneForEachBranchBackwards() {
        assertCosts(Loop.class, 5, 5 + 9 + 1, 0);
    }

    static final class Lengthy {
        public static Object run(int n) {
            // Each line loads, loads, adds and stores: 4; what comes before and after is 2 and
            // more.
            int s = n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            s = s + n;
            return s; // 2 for 165 instructions, of which the call pays 1
        }
    }

    @Test
    void rule_longBlock_costsMore() {
        assertCosts(Lengthy.class, 5, 2, 0);
    }

    static final class Heavy {
        public static Object run(int n) {
            double d = n; // 3 instructions
            double e = d % 3; // 3, and the remainder of 64
            if (e > 1) { // 4: 74 are due, which costs 1, and 10 are unpaid
                e = e % 2; // 3 and 64: 77 are due, which costs 1, and 13 are unpaid
            }
            return e > 0 ? "done" : ""; // at most 13 more
        }
    }

    @Test
    void rule_heavyInstructions_costMore() {
        assertCosts(Heavy.class, 5, 2, 0);
        assertCosts(Heavy.class, 6, 1, 0);
    }

    static final class Branching {
        public static Object run(int n) {
            int s = n; // 2
            s += s > 1 ? 1 : 2; // 8 if it is greater, as there is a goto; otherwise 7
            s += s > 2 ? 1 : 2;
            s += s > 3 ? 1 : 2;
            s += s > 4 ? 1 : 2;
            s += s > 5 ? 1 : 2;
            s += s > 6 ? 1 : 2;
            s += s > 7 ? 1 : 2; // 58 so far, at the most
            s += s > 8 ? 1 : 2; // 64 up to the goto, which costs 1; or 63, and 1 at the addition
            return s > 0 ? "done" : "";
        }
    }

    @Test
    void rule_smallBlocks_costWhatComesTogether() {
        assertCosts(Branching.class, -50, 1, 0);
        assertCosts(Branching.class, 0, 2, 0); // the addition costs the same whoever comes there
    }

    static final class Wide {
        public static Object run(int n) {
            return Long.valueOf(sum(n)); // 2, and 1 for being wide
        }

        private static long sum(int n) {
            long l0 = n + 0L;
            long l1 = n + 1L;
            long l2 = n + 2L;
            long l3 = n + 3L;
            long l4 = n + 4L;
            long l5 = n + 5L;
            long l6 = n + 6L;
            long l7 = n + 7L;
            long l8 = n + 8L;
            long l9 = n + 9L;
            long l10 = n + 10L;
            long l11 = n + 11L;
            long l12 = n + 12L;
            long l13 = n + 13L;
            long l14 = n + 14L;
            long l15 = n + 15L;
            long l16 = n + 16L;
            long l17 = n + 17L;
            long l18 = n + 18L;
            long l19 = n + 19L;
            long l20 = n + 20L;
            long l21 = n + 21L;
            long l22 = n + 22L;
            long l23 = n + 23L;
            long l24 = n + 24L;
            long l25 = n + 25L;
            long l26 = n + 26L;
            long l27 = n + 27L;
            long l28 = n + 28L;
            long l29 = n + 29L;
            long l30 = n + 30L;
            long l31 = n + 31L;
            return l0 + l1 + l2 + l3 + l4 + l5 + l6 + l7 + l8 + l9 + l10 + l11 + l12 + l13 + l14
                    + l15 + l16 + l17 + l18 + l19 + l20 + l21 + l22 + l23 + l24 + l25 + l26 + l27
                    + l28 + l29 + l30 + l31;
        }
    }

    @Test
    void rule_largeFrame_costsMoreToEnter() {
        assertCosts(Wide.class, 5, 2 + 1 + 3, 0); // it has 224 instructions
    }

    static final class Allocation {
        int i;
        long l;
        byte b;

        public static Object run(int n) {
            new Allocation(); // new, constructor; 12 + 4 + 8 + 1 = 25 -> 32 bytes
            Object[] array = {new byte[n], new long[n][3]};
            // anewarray 24; newarray 16 + 5 -> 24; multianewarray 16 + 20 -> 40, 5 * 40
            return array;
        }
    }

    @Test
    void rule_allocations_costTheirModelledSizes() {
        assertCosts(Allocation.class, 5, 2 + 3, 32 + 24 + 24 + 40 + 5 * 40);
    }

    static final class Large {
        public static Object run(int n) {
            Object[] array = {new byte[8_171 + n], new int[15 + n][0]};
            // anewarray 24; newarray 16 + 8176 = 8192, 2 more; multianewarray 96 + 20 * 16, 1 more
            return array;
        }
    }

    @Test
    void rule_largeAndManyArrays_costMore() {
        assertCosts(Large.class, 5, 3 + 2 + 1, 24 + 8_192 + 96 + 20 * 16);
    }

    static final class Broken {
        public static Object run(int n) {
            int caught = 0;
            int zero = n - 5;
            try {
                caught = n / zero; // leaves its block before the first site
                Math.abs(caught);
                Math.abs(caught);
            } catch (ArithmeticException e) { // 1
                caught++;
            }
            try {
                Math.abs(caught); // leaves its block after the first site
                caught = n / zero;
                Math.abs(caught);
            } catch (ArithmeticException e) { // 1, and the site in its block, at its entry
                caught = Math.abs(caught);
            }
            return "done";
        }
    }

    @Test
    void rule_blockLeftByAnException_costsAllOrNothing() {
        assertCosts(Broken.class, 5, 1 + 2 + 2 + 2 * TRACE, 2 * BYTES_OF_TRACE);
    }

    static final class Locked {
        public static Object run(int n) {
            Object lock = "";
            int caught = 0;
            for (int i = 0; i < n; i++) { // 1
                try {
                    synchronized (lock) {
                        caught += 1 / (i % 2);
                    } // 1; a handler that only releases does not pay for what it passes on
                } catch (ArithmeticException e) { // 1
                    caught += 10;
                }
            }
            return caught > 0 ? "done" : "";
        }
    }

    @Test
    void rule_releaseHandler_costsOne() {
        assertCosts(Locked.class, 4, 4 + 2 + 2 + 2 * TRACE, 2 * BYTES_OF_TRACE);
    }

    static final class Catching {
        static final class Mine extends RuntimeException {
            private static final long serialVersionUID = 1;
        }

        public static Object run(int n) {
            for (int i = 0; i < n; i++) { // 1
                try {
                    throw thrown(i); // 1
                } catch (Mine e) { // 1; those that the program has made itself are paid for
                    Math.abs(i); // 1
                } catch (Exception e) { // 1, and the trace: who has made it is not known
                    Math.abs(i); // 1
                }
            }
            return "done";
        }

        static RuntimeException thrown(int i) {
            return i == 0 ? new Mine() : new IllegalStateException(); // 2; and 1 in Mine's
        }
    }

    @Test
    void rule_handler_costsTheTraceOfWhatIsOfTheJdk() {
        int objects = 2 * 40;
        assertCosts(
                Catching.class, 2, 2 * (1 + 1 + 1 + 1 + 2) + 1 + TRACE, objects + BYTES_OF_TRACE);
    }

    static final class Function {
        public static Object run(int n) {
            IntUnaryOperator nothing = x -> x; // indy, 0 bytes
            IntUnaryOperator capturing = x -> x + n; // indy, 12 + 4 = 16 bytes
            IntUnaryOperator reference = Math::abs; // indy, 0 bytes
            int a = nothing.applyAsInt(1); // call 1, entry 1
            int b = capturing.applyAsInt(1); // call 1, entry 1
            int c = reference.applyAsInt(1); // call 1, through a reference 1
            return a + b + c > 0 ? "done" : "";
        }
    }

    @Test
    void rule_functionalObjects_costOneMoreWhenCalled() {
        assertCosts(Function.class, 4, 3 + 6, 16);
    }

    static final class Made {
        long field;

        public static Object run(int n) {
            Supplier<Made> maker = Made::new; // indy
            Made made = maker.get(); // call 1, through a reference 1, 12 + 8 -> 24 bytes
            return made.field == 0 ? "done" : "";
        }
    }

    @Test
    void rule_constructorReference_costsTheObject() {
        assertCosts(Made.class, 4, 3, 24);
    }

    static final class Text {
        public static Object run(int n) {
            String s = "ab" + n; // indy; 40 + 2 * 3 = 46 -> 48
            return s + s; // indy; 40 + 2 * 6 = 52 -> 56
        }
    }

    @Test
    void rule_concatenation_costsItsResult() {
        assertCosts(Text.class, 4, 2, 48 + 56);
    }

    static final class Called {
        static class Ancestor {
            public void run() {}
        }

        static final class Heir extends Ancestor implements Runnable {}

        static final class Own implements Runnable {
            @Override
            public void run() {
                Ancestor ancestor = new Ancestor(); // 2 sites, 16 bytes
                ancestor.run(); // 1, and nothing more: not of the JDK
            }
        }

        public static Object run(int n) {
            List<Runnable> all = new ArrayList<>(); // 2
            all.add(new Own()); // new, constructor, add: 3; 16 bytes
            all.add(new Heir()); // 3; 16 bytes
            all.forEach(Runnable::run); // indy and call 2; twice through a reference: 2
            return "done";
        }
    }

    @Test
    void rule_methodsThatTheJdkCalls_costOneMore() {
        long arrayList = Sizes.ofJdk("java/util/ArrayList");
        assertThat(arrayList).isEqualTo(24);
        // the entry of Own.run with its block 4, of Heir.run 1; the constructors Heir -> Ancestor 1
        assertCosts(Called.class, 4, 2 + 3 + 3 + 4 + 4 + 1 + 1, 24 + 16 + 16 + 16);
    }
}
