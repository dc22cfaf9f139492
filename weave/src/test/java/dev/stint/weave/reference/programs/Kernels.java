package dev.stint.weave.reference.programs;

/** Tight loops over numbers and arrays. */
public final class Kernels {
    private Kernels() {}

    public static Object run(int n) {
        return fib(n)
                + " "
                + sieve(100 * n)
                + " "
                + multiply(n)
                + " "
                + hashes(n)
                + " "
                + saxpy(10 * n)
                + " "
                + shortSums(n)
                + " "
                + scan(200 * n);
    }

    private static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    private static int sieve(int n) {
        boolean[] composite = new boolean[n + 1];
        int count = 0;
        for (int i = 2; i <= n; i++) {
            if (composite[i]) {
                continue;
            }
            count++;
            for (long j = (long) i * i; j <= n; j += i) {
                composite[(int) j] = true;
            }
        }
        return count;
    }

    private static double multiply(int n) {
        double[][] a = new double[n][n];
        double[][] b = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = i + 2 * j;
                b[i][j] = i - j;
            }
        }
        double trace = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += a[i][k] * b[k][j];
                }
                trace += i == j ? sum : 0;
            }
        }
        return trace;
    }

    private static int hashes(int n) {
        int h = 17;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < 64; j++) {
                h = h * 31 + (i ^ j);
                if ((h & 1023) == 7) {
                    h += i;
                }
            }
        }
        return h;
    }

    private static float saxpy(int n) {
        float[] x = new float[n];
        float[] y = new float[n];
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < x.length; i++) {
                x[i] = i * 0.25f;
                y[i] = 0.5f * x[i] + y[i];
            }
        }
        return y[n - 1];
    }

    private static long shortSums(int n) {
        int[] a = new int[12];
        for (int i = 0; i < a.length; i++) {
            a[i] = i * 7 - 3;
        }
        long sum = 0;
        for (int q = 0; q < n; q++) {
            sum += sum(a, q & 3, 6 + (q & 5));
        }
        return sum;
    }

    private static int sum(int[] a, int from, int to) {
        int s = 0;
        for (int i = from; i < to; i++) {
            s += a[i];
        }
        return s;
    }

    private static long scan(int n) {
        byte[] text = new byte[n];
        for (int i = 0; i < n; i++) {
            text[i] = (byte) (i % 7 == 0 ? ' ' : 'a' + i % 26);
        }
        long sum = 0;
        int i = 0;
        while (i < n) {
            while (i < n && text[i] == ' ') {
                i++;
            }
            int h = 5381;
            while (i < n && text[i] != ' ') {
                h = h * 33 + text[i];
                i++;
            }
            sum += h;
        }
        return sum;
    }
}
