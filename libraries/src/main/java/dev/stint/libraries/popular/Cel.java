package dev.stint.libraries.popular;

import java.util.Map;
import java.util.concurrent.Callable;
import org.projectnessie.cel.checker.Decls;
import org.projectnessie.cel.tools.ScriptHost;

/** Evaluates CEL. */
public final class Cel implements Callable<String> {
    @Override
    public String call() throws Exception {
        var script =
                ScriptHost.newBuilder()
                        .build()
                        .buildScript("x > 5 && name.startsWith('A') ? name + '!' : 'no'")
                        .withDeclarations(
                                Decls.newVar("x", Decls.Int), Decls.newVar("name", Decls.String))
                        .build();
        return script.execute(String.class, Map.of("x", 7L, "name", "Ann"));
    }
}
