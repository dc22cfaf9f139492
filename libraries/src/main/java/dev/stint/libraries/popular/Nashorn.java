package dev.stint.libraries.popular;

import java.util.concurrent.Callable;
import javax.script.ScriptEngine;
import org.openjdk.nashorn.api.scripting.NashornScriptEngineFactory;

/** Runs JavaScript. */
public final class Nashorn implements Callable<String> {
    @Override
    public String call() throws Exception {
        ScriptEngine engine = new NashornScriptEngineFactory().getScriptEngine();
        return String.valueOf(
                engine.eval(
                        "var f = function(n) { return n < 2 ? n : f(n - 1) + f(n - 2) };"
                                + " [1,2,3].map(function(x) { return x * f(10) }).join()"));
    }
}
