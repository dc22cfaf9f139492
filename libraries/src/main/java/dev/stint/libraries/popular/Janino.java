package dev.stint.libraries.popular;

import java.util.concurrent.Callable;
import org.codehaus.janino.ExpressionEvaluator;
import org.codehaus.janino.SimpleCompiler;

/** Compiles Java source. */
public final class Janino implements Callable<String> {
    @Override
    public String call() throws Exception {
        var evaluator = new ExpressionEvaluator();
        evaluator.setExpressionType(int.class);
        evaluator.setParameters(new String[] {"a", "b"}, new Class<?>[] {int.class, int.class});
        evaluator.cook("a * b + 1");
        var compiler = new SimpleCompiler();
        compiler.cook(
                "public class Loop { public static int sum(int n) { int s = 0; for (int i = 0; i <"
                        + " n; i++) s += i; return s; } }");
        var sum =
                compiler.getClassLoader()
                        .loadClass("Loop")
                        .getMethod("sum", int.class)
                        .invoke(null, 100);
        return "" + evaluator.evaluate(new Object[] {6, 7}) + sum;
    }
}
