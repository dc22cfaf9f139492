package dev.stint.bench.kernel;

import java.util.concurrent.Callable;

/** Three nested loops over arrays of arrays. */
public final class MatrixProduct implements Callable<Long> {
    private static final int SIZE = 200;

    private final double[][] left = new double[SIZE][SIZE];
    private final double[][] right = new double[SIZE][SIZE];

    public MatrixProduct() {
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                left[i][j] = i + 2 * j;
                right[i][j] = i - j;
            }
        }
    }

    private static double[][] multiply(double[][] left, double[][] right, int size) {
        double[][] product = new double[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                double sum = 0;
                for (int k = 0; k < size; k++) {
                    sum += left[i][k] * right[k][j];
                }
                product[i][j] = sum;
            }
        }
        return product;
    }

    @Override
    public Long call() {
        double[][] product = multiply(left, right, SIZE);
        return (long) (product[3][5] + product[100][150]);
    }
}
