package dev.stint.weave.reference.programs;

import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/** Programs that recurse until there is no stack left, and tell how deep they came. */
@SuppressWarnings({"InfiniteRecursion", "ReturnValueIgnored"}) // that is the point
public final class Deep {
    private static int depth;

    private Deep() {}

    public static Object run(int kind) {
        depth = 0;
        try {
            switch (kind) {
                case 0 -> plain(1, 2L);
                case 1 -> mutual(3);
                case 2 -> throughTheJdk(4);
                case 3 -> again(5);
                default -> construct(6);
            }
        } catch (StackOverflowError e) {
            return kind + " " + depth;
        }
        return "came back";
    }

    private static long plain(int a, long b) {
        depth++;
        return plain(a + 1, b + a) + shallow(a);
    }

    /** Takes no room in the model. */
    private static int shallow(int a) {
        return Math.abs(a) + String.valueOf(a).length();
    }

    private static void mutual(int a) {
        depth++;
        other(a + 1L);
    }

    private static void other(long a) {
        mutual((int) a + 1);
    }

    private static int throughTheJdk(int a) {
        depth++;
        Comparator<Integer> deeper = (x, y) -> throughTheJdk(x + y);
        return List.of(a, a + 1).stream().max(deeper).orElseThrow();
    }

    /** Catches what comes at the end, and goes on from there: the levels are all given back. */
    private static void again(int rounds) {
        UnaryOperator<Integer> f = x -> (int) plain(x, x);
        for (int i = 0; i < rounds; i++) {
            try {
                f.apply(i);
            } catch (StackOverflowError e) {
                depth += 1_000_000;
            }
        }
        throw new StackOverflowError();
    }

    private record Node(Object inner) {
        Node(int value) {
            this((Object) new Node(value + count()));
        }

        private static int count() {
            depth++;
            return 1;
        }
    }

    private static Object construct(int a) {
        return new Node(a);
    }
}
