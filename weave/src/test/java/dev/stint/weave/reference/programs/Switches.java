package dev.stint.weave.reference.programs;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Switches over numbers, strings, enums, types and records. */
public final class Switches {
    private enum Colour {
        RED,
        GREEN,
        BLUE
    }

    private sealed interface Shape permits Circle, Box, Group {}

    private record Circle(int radius) implements Shape {}

    private record Box(int width, int height) implements Shape {}

    private record Group(Shape first, Shape second) implements Shape {}

    private Switches() {}

    public static Object run(int n) {
        long sum = 0;
        for (int i = -2; i < n; i++) {
            sum = sum * 31 + dense(i);
            sum = sum * 31 + sparse(i * 1000);
            sum = sum * 31 + text("k" + i % 4);
            sum = sum * 31 + colour(Colour.values()[Math.floorMod(i, 3)]);
            sum = sum * 31 + area(shape(Math.floorMod(i, 5)));
            sum = sum * 31 + kind(List.of(i, "s" + i, 3L * i, Colour.RED).get(i & 3)).length();
            sum = sum * 31 + kind(null).length();
        }
        return sum;
    }

    private static int dense(int i) {
        return switch (i) {
            case 0 -> 10;
            case 1, 2, 3 -> i * 2;
            case 4 -> {
                int x = i;
                while (x < 100) {
                    x = x * x;
                }
                yield x;
            }
            case 6 -> -1;
            default -> i < 0 ? i : 99;
        };
    }

    @SuppressWarnings("StatementSwitchToExpressionSwitch") // both kinds are wanted
    private static int sparse(int i) {
        switch (i) {
            case -1000:
                return 1;
            case 0:
            case 3000:
                return 2;
            case 1_000_000:
                return 3;
            default:
                return i & 7;
        }
    }

    private static int text(String key) {
        return switch (key) {
            case "k0" -> 5;
            case "k1" -> 6;
            case "AaAa", "BBBB" -> 7; // same hash
            default -> key.length();
        };
    }

    private static int colour(Colour colour) {
        return switch (colour) {
            case RED -> 1;
            case GREEN -> 22;
            case BLUE -> 333;
        };
    }

    private static Shape shape(int i) {
        return switch (i) {
            case 0 -> new Circle(3);
            case 1 -> new Box(4, 5);
            case 2 -> new Box(6, 6);
            case 3 -> new Group(new Circle(1), new Box(2, 2));
            default -> new Group(new Group(new Circle(7), new Circle(8)), new Box(1, 9));
        };
    }

    private static int area(Shape shape) {
        return switch (shape) {
            case Circle(int radius) when radius > 5 -> 1000;
            case Circle c -> 3 * c.radius() * c.radius();
            case Box(int w, int h) when w == h -> w * w;
            case Box(int w, int h) -> w * h;
            case Group(Circle(int r), Shape second) -> r + area(second);
            case Group(Shape first, Shape second) -> area(first) + area(second);
        };
    }

    private static String kind(@Nullable Object value) {
        return switch (value) {
            case null -> "nothing";
            case Integer i when i > 4 -> "big " + i;
            case Integer i -> "small " + i;
            case String s -> s + s;
            case Long l -> "long " + l;
            default -> value.toString();
        };
    }
}
