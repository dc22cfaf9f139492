package dev.stint.libraries.popular;

import com.ezylang.evalex.Expression;
import java.util.concurrent.Callable;

/** Evaluates formulas. */
public final class EvalEx implements Callable<String> {
    @Override
    public String call() throws Exception {
        return new Expression("SQRT(a^2 + b^2) * IF(a < b, 2, 3)")
                        .with("a", 3)
                        .with("b", 4)
                        .evaluate()
                        .getStringValue()
                + new Expression("STR_UPPER(\"x\") + ROUND(2.567, 2)").evaluate().getStringValue()
                + new Expression("1 / 3").evaluate().getNumberValue();
    }
}
