package dev.stint.libraries.popular;

import java.util.HashMap;
import java.util.List;
import java.util.concurrent.Callable;
import org.mvel2.MVEL;

/** Evaluates expressions. */
public final class Mvel implements Callable<String> {
    @Override
    public String call() throws Exception {
        var vars = new HashMap<String, Object>();
        vars.put("x", 7);
        vars.put("list", List.of("a", "bb", "ccc"));
        var compiled =
                MVEL.compileExpression("s = 0; foreach (e : list) { s = s + e.length(); } s * x");
        return ""
                + MVEL.eval("x * 2 + 1", vars)
                + MVEL.executeExpression(compiled, vars)
                + MVEL.eval("x > 5 ? 'big' : 'small'", vars);
    }
}
