package dev.stint.bench;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The kernels of scripts in plain Java, with the types that the language of Stint has. */
final class ScriptTwins {
    private static final double TIME = 0.001;
    private static final long RANDOM = 16_807;
    private static final long MODULUS = 2_147_483_647;

    private ScriptTwins() {}

    static long fib() {
        return fib(27);
    }

    private static long fib(long n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static long sieve() {
        int below = 300_000;
        var composite = new boolean[below];
        long count = 0;
        for (int i = 2; i < below; i++) {
            if (composite[i]) {
                continue;
            }
            count++;
            for (long k = (long) i * i; k < below; k += i) {
                composite[(int) k] = true;
            }
        }
        return count;
    }

    static long collatz() {
        long sum = 0;
        for (long start = 1; start < 30_000; start++) {
            long n = start;
            while (n != 1) {
                n = n % 2 == 0 ? n / 2 : 3 * n + 1;
                sum++;
            }
        }
        return sum;
    }

    private static final class Body {
        private double x;
        private double y;
        private double z;
        private double vx;
        private double vy;
        private double vz;
        private final double mass;

        Body(double i) {
            x = i * 3.1;
            y = i * i;
            z = 7 - i;
            vx = 0.01 * i;
            vy = 0.02;
            vz = -0.03 * i;
            mass = 1 / (i + 1);
        }
    }

    static long nbody() {
        var bodies = new Body[5];
        Arrays.setAll(bodies, Body::new);
        for (int i = 0; i < 10_000; i++) {
            step(bodies);
        }
        return (long) (bodies[0].x * 1_000_000);
    }

    private static void step(Body[] bodies) {
        for (int i = 0; i < bodies.length; i++) {
            Body a = bodies[i];
            for (int k = i + 1; k < bodies.length; k++) {
                Body b = bodies[k];
                double dx = a.x - b.x;
                double dy = a.y - b.y;
                double dz = a.z - b.z;
                double square = dx * dx + dy * dy + dz * dz + 0.01;
                double pull = TIME / (square * Math.sqrt(square));
                double here = b.mass * pull;
                double there = a.mass * pull;
                a.vx -= dx * here;
                a.vy -= dy * here;
                a.vz -= dz * here;
                b.vx += dx * there;
                b.vy += dy * there;
                b.vz += dz * there;
            }
        }
        for (Body body : bodies) {
            body.x += TIME * body.vx;
            body.y += TIME * body.vy;
            body.z += TIME * body.vz;
        }
    }

    static long matrix() {
        int size = 80;
        var left = new double[size * size];
        var right = new double[size * size];
        for (int i = 0; i < size; i++) {
            for (int k = 0; k < size; k++) {
                left[i * size + k] = i + 2 * k;
                right[i * size + k] = i - k;
            }
        }
        var product = new double[size * size];
        for (int i = 0; i < size; i++) {
            for (int k = 0; k < size; k++) {
                double sum = 0;
                for (int m = 0; m < size; m++) {
                    sum += left[i * size + m] * right[m * size + k];
                }
                product[i * size + k] = sum;
            }
        }
        return (long) (product[3 * size + 5] + product[70 * size + 60]);
    }

    static long sort() {
        int size = 20_000;
        var a = new long[size];
        long seed = 42;
        for (int i = 0; i < size; i++) {
            seed = seed * RANDOM % MODULUS;
            a[i] = seed;
        }
        sort(a, 0, size - 1);
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += a[i] % 1000 * (i % 7);
        }
        return sum;
    }

    private static void sort(long[] a, int from, int to) {
        if (from >= to) {
            return;
        }
        long pivot = a[(from + to) / 2];
        int i = from;
        int k = to;
        while (i <= k) {
            while (a[i] < pivot) {
                i++;
            }
            while (a[k] > pivot) {
                k--;
            }
            if (i <= k) {
                long swapped = a[i];
                a[i] = a[k];
                a[k] = swapped;
                i++;
                k--;
            }
        }
        sort(a, from, k);
        sort(a, i, to);
    }

    static long words() {
        Map<String, Long> counts = new HashMap<>();
        for (String word : made().split(" ", -1)) {
            counts.merge(word, 1L, Long::sum);
        }
        long sum = 0;
        for (var entry : counts.entrySet()) {
            sum += entry.getValue() * entry.getValue() * entry.getKey().length();
        }
        return sum;
    }

    private static String made() {
        var words = new String[5000];
        long seed = 42;
        for (int i = 0; i < words.length; i++) {
            seed = seed * RANDOM % MODULUS;
            words[i] = "w" + seed % 30 * (seed % 11);
        }
        return String.join(" ", words);
    }
}
