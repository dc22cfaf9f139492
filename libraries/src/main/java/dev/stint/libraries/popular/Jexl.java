package dev.stint.libraries.popular;

import java.util.List;
import java.util.concurrent.Callable;
import org.apache.commons.jexl3.JexlBuilder;
import org.apache.commons.jexl3.MapContext;

/** Evaluates expressions. */
public final class Jexl implements Callable<String> {
    @Override
    public String call() throws Exception {
        var jexl = new JexlBuilder().create();
        var context = new MapContext();
        context.set("list", List.of(3, 5, 8));
        context.set("name", "Ann");
        return ""
                + jexl.createScript("var s = 0; for (var x : list) { s += x } s").execute(context)
                + jexl.createExpression(
                                "name.toUpperCase() + size(list) + (list[1] > 4 ? '!' : '?')")
                        .evaluate(context);
    }
}
