package dev.stint.weave.reference.programs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/** Data structures and algorithms of the program's own: trees, sorting, an evaluator, recursion. */
public final class Structures {
    private static final class Tree {
        private final int key;
        private @Nullable Tree left;
        private @Nullable Tree right;

        Tree(int key) {
            this.key = key;
        }

        void insert(int other) {
            if (other < key) {
                if (left == null) {
                    left = new Tree(other);
                } else {
                    left.insert(other);
                }
            } else if (right == null) {
                right = new Tree(other);
            } else {
                right.insert(other);
            }
        }

        int depth() {
            int l = left == null ? 0 : left.depth();
            int r = right == null ? 0 : right.depth();
            return 1 + Math.max(l, r);
        }
    }

    private abstract static class Node {
        abstract long eval(long[] env);
    }

    private static final class Constant extends Node {
        private final long value;

        Constant(long value) {
            this.value = value;
        }

        @Override
        long eval(long[] env) {
            return value;
        }
    }

    private static final class Variable extends Node {
        private final int slot;

        Variable(int slot) {
            this.slot = slot;
        }

        @Override
        long eval(long[] env) {
            return env[slot];
        }
    }

    private static final class Binary extends Node {
        private final LongBinaryOperator operator;
        private final Node a;
        private final Node b;

        Binary(LongBinaryOperator operator, Node a, Node b) {
            this.operator = operator;
            this.a = a;
            this.b = b;
        }

        @Override
        long eval(long[] env) {
            return operator.applyAsLong(a.eval(env), b.eval(env));
        }
    }

    private static final class Assign extends Node {
        private final int slot;
        private final Node value;

        Assign(int slot, Node value) {
            this.slot = slot;
            this.value = value;
        }

        @Override
        long eval(long[] env) {
            env[slot] = value.eval(env);
            return env[slot];
        }
    }

    private static final class While extends Node {
        private final Node condition;
        private final Node[] body;

        While(Node condition, Node... body) {
            this.condition = condition;
            this.body = body;
        }

        @Override
        long eval(long[] env) {
            long rounds = 0;
            while (condition.eval(env) != 0) {
                for (Node node : body) {
                    node.eval(env);
                }
                rounds++;
            }
            return rounds;
        }
    }

    private static final class Body {
        double x;
        double v;
        final double mass;

        Body(double x, double v, double mass) {
            this.x = x;
            this.v = v;
            this.mass = mass;
        }
    }

    private Structures() {}

    public static Object run(int n) {
        List<Object> log = new ArrayList<>();
        Tree tree = new Tree(50);
        int[] numbers = new int[10 * n];
        int seed = n;
        for (int i = 0; i < numbers.length; i++) {
            seed = seed * 1_103_515_245 + 12_345;
            numbers[i] = seed >>> 20;
            tree.insert(numbers[i]);
        }
        log.add(tree.depth());
        quickSort(numbers, 0, numbers.length - 1);
        log.add(numbers[0] + "<" + numbers[numbers.length / 2] + "<" + numbers[numbers.length - 1]);
        log.add(evaluated(n));
        log.add(bodies(n));
        log.add(ackermann(2, n % 5) + "," + isEven(n) + "," + hanoi(n % 9, 'a', 'b', 'c'));
        log.add(queens(0, new int[5 + n % 2]));
        log.add(queues(n));
        return log.toString();
    }

    private static void quickSort(int[] a, int from, int to) {
        int lo = from;
        int hi = to;
        while (lo < hi) {
            int pivot = a[(lo + hi) >>> 1];
            int i = lo;
            int j = hi;
            while (i <= j) {
                while (a[i] < pivot) {
                    i++;
                }
                while (a[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    int t = a[i];
                    a[i++] = a[j];
                    a[j--] = t;
                }
            }
            if (j - lo < hi - i) {
                quickSort(a, lo, j);
                lo = i;
            } else {
                quickSort(a, i, hi);
                hi = j;
            }
        }
    }

    private static long evaluated(int n) {
        Node program =
                new While(
                        new Binary((a, b) -> a < b ? 1 : 0, new Variable(0), new Constant(10L * n)),
                        new Assign(0, new Binary(Long::sum, new Variable(0), new Constant(1))),
                        new Assign(
                                1,
                                new Binary(
                                        (a, b) -> a * 31 ^ b, new Variable(1), new Variable(0))));
        long[] env = new long[2];
        return program.eval(env) + env[1];
    }

    private static long bodies(int n) {
        Body[] bodies = new Body[4];
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = new Body(i * 3.1, 0.02 * i, 1.0 / (i + 1));
        }
        for (int step = 0; step < n; step++) {
            for (int i = 0; i < bodies.length; i++) {
                for (int j = i + 1; j < bodies.length; j++) {
                    Body a = bodies[i];
                    Body b = bodies[j];
                    double d = a.x - b.x;
                    double force = 0.01 / (d * d + 0.1 + Math.sqrt(d * d));
                    a.v -= d * b.mass * force;
                    b.v += d * a.mass * force;
                }
            }
            for (Body body : bodies) {
                body.x += 0.01 * body.v;
            }
        }
        return (long) (bodies[0].x * 1e9);
    }

    private static int ackermann(int m, int n) {
        if (m == 0) {
            return n + 1;
        }
        return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    private static boolean isEven(int n) {
        return n == 0 || isOdd(n - 1);
    }

    private static boolean isOdd(int n) {
        return n != 0 && isEven(n - 1);
    }

    private static int hanoi(int discs, char from, char by, char to) {
        return discs == 0 ? 0 : hanoi(discs - 1, from, to, by) + 1 + hanoi(discs - 1, by, from, to);
    }

    private static int queens(int row, int[] columns) {
        if (row == columns.length) {
            return 1;
        }
        int found = 0;
        next:
        for (int c = 0; c < columns.length; c++) {
            for (int r = 0; r < row; r++) {
                if (columns[r] == c || Math.abs(columns[r] - c) == row - r) {
                    continue next;
                }
            }
            columns[row] = c;
            found += queens(row + 1, columns);
        }
        return found;
    }

    private static long queues(int n) {
        Deque<int[]> queue = new ArrayDeque<>();
        PriorityQueue<Long> heap = new PriorityQueue<>((a, b) -> Long.compare(b % 17, a % 17));
        queue.add(new int[] {0, 1});
        long sum = 0;
        for (int seen = 0; seen < 10 * n && !queue.isEmpty(); seen++) {
            int[] next = queue.remove();
            heap.add((long) next[1]);
            if (queue.size() < 20) {
                queue.add(new int[] {next[0] + 1, next[1] * 3});
                queue.add(new int[] {next[0] - 1, next[1] + 5});
            }
            sum += next[0];
        }
        while (!heap.isEmpty()) {
            sum = sum * 7 + heap.remove();
        }
        return sum;
    }
}
