package dev.stint.verify.hostile.files;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

/** Small programs of a tenant, with one of everything that compilers write, to be changed. */
@SuppressWarnings({"unused", "MethodCanBeStatic", "UnnecessaryLambda"}) // they are read as files
final class Samples {
    private Samples() {}

    /** A sum of shapes. */
    sealed interface Shape permits Circle, Square {
        double area();

        default String told() {
            return "a shape of " + area();
        }
    }

    record Circle(double radius) implements Shape {
        @Override
        public double area() {
            return Math.PI * radius * radius;
        }
    }

    record Square(double side, String name) implements Shape {
        @Override
        public double area() {
            return side * side;
        }
    }

    enum Colour {
        RED,
        GREEN {
            @Override
            int weight() {
                return 2;
            }
        };

        int weight() {
            return 1;
        }
    }

    static final class Loops {
        private static int sum;
        private final int[] numbers = new int[16];

        static int count() {
            for (int i = 0; i < 100; i++) {
                sum += i % 7 == 0 ? 1 : 2;
            }
            return sum;
        }

        long fill() {
            long all = 0;
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = i * i;
                all += numbers[i];
            }
            return all;
        }

        static int deep(int n) {
            return n <= 0 ? 0 : 1 + deep(n - 1);
        }
    }

    static final class Handlers {
        private final Object lock = new Object();

        static int caught() {
            int tries = 0;
            try {
                tries = Integer.parseInt("seven");
            } catch (NumberFormatException e) {
                tries++;
            } finally {
                tries += 10;
            }
            return tries;
        }

        int locked(int by) {
            synchronized (lock) {
                return by + 1;
            }
        }
    }

    static final class Functions {
        private static final Supplier<String> SAID = () -> "said";

        static int applied() {
            IntBinaryOperator sum = Integer::sum;
            Supplier<List<String>> made = ArrayList::new;
            List<String> list = made.get();
            list.add(SAID.get());
            return sum.applyAsInt(list.size(), 2);
        }

        static String concatenated() {
            return "a" + applied() + 'b' + 1.5 + SAID;
        }
    }

    static final class Choices {
        static String named(Object any) {
            return switch (any) {
                case Circle(var radius) when radius > 1 -> "circle";
                case Square square -> square.name();
                case Colour colour -> colour.name();
                default -> "other";
            };
        }

        static int numbered() {
            int all = 0;
            for (String each : List.of("a", "b", "c")) {
                all +=
                        switch (each) {
                            case "a" -> 1;
                            case "b" -> 20;
                            default -> 300;
                        };
            }
            return all;
        }

        static Map<String, Integer> counted() {
            Map<String, Integer> counts = new HashMap<>();
            for (int i = 0; i < 20; i++) {
                counts.merge("k" + i % 3, 1, Integer::sum);
            }
            return counts;
        }
    }
}
