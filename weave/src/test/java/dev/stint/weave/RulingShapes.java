package dev.stint.weave;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Calls of what the tests have rulings about. */
@SuppressWarnings({"UnusedMethod", "ReturnValueIgnored", "UnnecessaryLambda"})
final class RulingShapes {
    private RulingShapes() {}

    static String repeat(String text, int n) {
        return text.repeat(n);
    }

    static String repeatByReference(String text, int n) {
        BiFunction<String, Integer, String> f = String::repeat;
        return f.apply(text, n);
    }

    /** The values on the stack are of all sizes. */
    static long mixed(long a, int b, double c) {
        return Math.round(c) + Math.multiplyHigh(a, 5L) + Math.floorMod(a, b);
    }

    static int addAll(List<Integer> to, Collection<Integer> from) {
        to.addAll(from);
        return to.size();
    }

    private static final class Mine extends ArrayList<Integer> {
        private static final long serialVersionUID = 1;

        @Override
        public boolean addAll(Collection<? extends Integer> more) {
            return super.addAll(more);
        }
    }

    static int superCall() {
        var mine = new Mine();
        mine.addAll(List.of(1, 2, 3));
        return mine.size();
    }

    static int capacity(int n) {
        return new ArrayList<String>(n).size();
    }

    static List<String> capacityByReference(int n) {
        Function<Integer, List<String>> f = ArrayList::new;
        return f.apply(n);
    }

    static long time() {
        return System.nanoTime();
    }

    static long timeByReference() {
        LongSupplier f = System::nanoTime;
        return f.getAsLong();
    }

    static int random() {
        return new Random().nextInt(1000);
    }

    static int randomByReference() {
        Supplier<Random> f = Random::new;
        return f.get().nextInt(1000);
    }

    static Object out() {
        return System.out;
    }

    /** An iterator of the JDK is handed out, in a loop and by a lambda. */
    private static final class Bag implements Iterable<String> {
        private final List<String> items = List.of("a", "b");

        @Override
        public Iterator<String> iterator() {
            for (int i = 0; ; i++) {
                if (i > 3) {
                    return items.iterator();
                }
            }
        }
    }

    static String iterate() {
        var text = new StringBuilder();
        for (String item : new Bag()) {
            text.append(item);
        }
        Iterable<String> lambda = () -> List.of("c").iterator();
        lambda.forEach(text::append);
        return text.toString();
    }

    static final class Exits {
        static void exit() {
            System.exit(3);
        }

        static Runnable later() {
            return () -> Runtime.getRuntime().halt(3);
        }

        static boolean isThread(Object o) {
            return o instanceof ThreadLocal<?>;
        }

        static int fine() {
            return 5;
        }
    }
}
