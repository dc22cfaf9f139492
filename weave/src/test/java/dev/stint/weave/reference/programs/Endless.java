package dev.stint.weave.reference.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Programs that end only because something stops them; the input says how they go on for ever. */
public final class Endless {
    private static final List<Object> HELD = new ArrayList<>();

    private static final class Stuck {
        static final int VALUE = loop(1);
    }

    private Endless() {}

    public static Object run(int kind) {
        return switch (kind) {
            case 0 -> loop(0);
            case 1 -> recursion();
            case 2 -> allocation();
            case 3 -> deaf();
            case 4 -> cleaning();
            case 5 -> text();
            case 6 -> Stream.iterate(1, x -> x + 1).filter(x -> x < 0).findFirst();
            case 7 -> locked();
            case 8 -> Stuck.VALUE;
            case 9 -> stubborn(List.of(3, 1, 2));
            default -> exceptions();
        };
    }

    private static int loop(int step) {
        int i = 0;
        while (i >= 0) {
            i = (i + step) & 0xffff;
        }
        return i;
    }

    /** Down to a fixed depth, again and again. */
    private static int recursion() {
        int sum = 0;
        while (sum >= 0) {
            sum = down(200) & 1;
        }
        return sum;
    }

    private static int down(int depth) {
        return depth == 0 ? 1 : down(depth - 1) + down(0);
    }

    private static Object allocation() {
        while (true) {
            HELD.add(new long[HELD.size() % 100]);
        }
    }

    /** Takes no notice of being stopped. */
    private static int deaf() {
        int tries = 0;
        while (true) {
            try {
                tries += loop(tries);
            } catch (Throwable e) {
                tries++;
            }
        }
    }

    /** The same, with what is thrown coming out of a loop that counts in a variable. */
    private static int stubborn(List<Integer> values) {
        int best = Integer.MAX_VALUE;
        while (true) {
            try {
                for (int value : values) {
                    best = Math.min(best, value);
                }
            } catch (Throwable e) {
                best = 0;
            }
        }
    }

    private static int cleaning() {
        int tries = 0;
        try {
            return loop(1);
        } finally {
            for (int i = 0; i < 1_000_000_000; i++) {
                tries += Math.abs(i);
            }
            HELD.add(tries);
        }
    }

    private static String text() {
        StringBuilder text = new StringBuilder();
        while (true) {
            text.append("more and ").append(text.length());
        }
    }

    private static int locked() {
        synchronized (HELD) {
            return loop(3);
        }
    }

    private static int exceptions() {
        int caught = 0;
        while (true) {
            try {
                caught += 1 / (caught & ~caught);
            } catch (ArithmeticException e) {
                caught++;
            }
        }
    }
}
