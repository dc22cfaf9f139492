package dev.stint.libraries.popular;

import java.util.concurrent.Callable;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LoadState;
import org.luaj.vm2.compiler.LuaC;
import org.luaj.vm2.lib.BaseLib;
import org.luaj.vm2.lib.MathLib;
import org.luaj.vm2.lib.PackageLib;
import org.luaj.vm2.lib.StringLib;
import org.luaj.vm2.lib.TableLib;

/** Runs a Lua script. */
public final class Luaj implements Callable<String> {
    @Override
    public String call() throws Exception {
        var globals = new Globals();
        globals.load(new BaseLib());
        globals.load(new PackageLib());
        globals.load(new TableLib());
        globals.load(new StringLib());
        globals.load(new MathLib());
        LoadState.install(globals);
        LuaC.install(globals);
        var script =
                """
                local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
                local t = {}
                for i = 1, 15 do t[i] = fib(i) end
                return table.concat(t, ',') .. string.rep('x', 3) .. string.format('%5.2f', math.sqrt(2))
                """;
        return globals.load(script, "script").call().tojstring();
    }
}
