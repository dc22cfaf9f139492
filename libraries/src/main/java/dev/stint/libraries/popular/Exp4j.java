package dev.stint.libraries.popular;

import java.util.concurrent.Callable;
import net.objecthunter.exp4j.ExpressionBuilder;

/** Evaluates formulas. */
public final class Exp4j implements Callable<String> {
    @Override
    public String call() throws Exception {
        var expression =
                new ExpressionBuilder("3 * sin(y) - 2 / (x - 2) + log10(100)")
                        .variables("x", "y")
                        .build();
        double sum = 0;
        for (int i = 3; i < 20; i++) {
            sum += expression.setVariable("x", i).setVariable("y", i / 2.0).evaluate();
        }
        return Double.toString(sum);
    }
}
