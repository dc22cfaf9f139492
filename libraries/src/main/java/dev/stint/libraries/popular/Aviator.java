package dev.stint.libraries.popular;

import com.googlecode.aviator.AviatorEvaluator;
import java.util.Map;
import java.util.concurrent.Callable;

/** Evaluates expressions, which it compiles to classes. */
public final class Aviator implements Callable<String> {
    @Override
    public String call() throws Exception {
        return ""
                + AviatorEvaluator.execute("1 + 2 * 3")
                + AviatorEvaluator.execute(
                        "name + string.length(name) + (age > 18 ? 'adult' : 'child')",
                        Map.of("name", "Ann", "age", 21))
                + AviatorEvaluator.compile("a * b - 3").execute(Map.of("a", 6, "b", 7));
    }
}
