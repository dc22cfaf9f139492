package dev.stint.libraries.work;

import java.util.concurrent.Callable;
import org.apache.commons.math3.complex.Complex;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.apache.commons.math3.transform.DftNormalization;
import org.apache.commons.math3.transform.FastFourierTransformer;
import org.apache.commons.math3.transform.TransformType;

/** Fourier there and back, a system of equations, and some statistics. */
public final class MathTransforms implements Callable<String> {
    private static final int POINTS = 1 << 13;
    private static final int ROWS = 60;

    private final double[] signal = new double[POINTS];
    private final double[][] rows = new double[ROWS][ROWS];

    public MathTransforms() {
        for (int i = 0; i < POINTS; i++) {
            signal[i] = (i * 7919 % 1000) / 1000.0;
        }
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < ROWS; j++) {
                rows[i][j] = (i * 31 + j * 17) % 23 + (i == j ? 50 : 0);
            }
        }
    }

    @Override
    public String call() {
        var fourier = new FastFourierTransformer(DftNormalization.STANDARD);
        Complex[] there = fourier.transform(signal, TransformType.FORWARD);
        Complex[] back = fourier.transform(there, TransformType.INVERSE);
        RealMatrix matrix = new Array2DRowRealMatrix(rows);
        var lu = new LUDecomposition(matrix);
        double trace = matrix.multiply(lu.getSolver().getInverse()).getTrace();
        var statistics = new DescriptiveStatistics();
        for (Complex value : back) {
            statistics.addValue(value.getReal());
        }
        return there[17]
                + ", "
                + lu.getDeterminant()
                + ", "
                + trace
                + ", "
                + statistics.getPercentile(30)
                + ", "
                + statistics.getStandardDeviation();
    }
}
