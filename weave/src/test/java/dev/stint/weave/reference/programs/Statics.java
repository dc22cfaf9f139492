package dev.stint.weave.reference.programs;

import java.util.ArrayList;
import java.util.List;

/** Static initialisers: their order, cycles among them, and failures. */
public final class Statics {
    private static final List<String> LOG = new ArrayList<>();
    private static final int CONSTANT = 5;
    private static long wide = CONSTANT * 10L;

    private static class Parent {
        static int first = note("parent");
        static final int LATE = first + 1;
    }

    private static final class Child extends Parent {
        static final int[] TABLE = new int[10];

        static {
            note("child");
            for (int i = 0; i < TABLE.length; i++) {
                TABLE[i] = i * LATE;
            }
        }
    }

    private static final class Chicken {
        static final int VALUE = Egg.VALUE + 1;
    }

    private static final class Egg {
        static final int VALUE = note("egg") + Chicken.VALUE;
    }

    private interface Constants {
        int PLAIN = 3;
        int COMPUTED = note("constants");
        String TEXT = "text" + PLAIN;
    }

    private static final class Broken implements Constants {
        static final int VALUE = note("broken") / zero();

        private static int zero() {
            return LOG.size() >> 20;
        }
    }

    private Statics() {}

    private static int note(String text) {
        LOG.add(text);
        return LOG.size();
    }

    public static Object run(int n) {
        for (int i = 0; i < n; i++) {
            note("run" + Constants.TEXT);
            if (i == 1) {
                note("c" + Child.TABLE[3] + Child.first);
            } else if (i == 2) {
                note("e" + Chicken.VALUE + Egg.VALUE);
            } else if (i == 3) {
                note("i" + Constants.COMPUTED);
            } else {
                broken();
            }
            wide += i;
        }
        return LOG + " " + wide;
    }

    private static void broken() {
        try {
            note("b" + Broken.VALUE);
        } catch (ExceptionInInitializerError e) {
            note("failed " + e.getCause());
        } catch (NoClassDefFoundError e) {
            note("gone");
        }
    }
}
