package dev.stint.libraries.work;

import java.util.concurrent.Callable;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Script;
import org.mozilla.javascript.ScriptableObject;

/** A JavaScript engine that runs a script. Interpreted: compiled code would come after weaving. */
@SuppressWarnings("deprecation") // as the library is
public final class RhinoScript implements Callable<String> {
    private static final String SCRIPT =
            """
            function primes(n) {
                var sieve = [], found = [];
                for (var i = 2; i <= n; i++) {
                    if (!sieve[i]) {
                        found.push(i);
                        for (var j = i * i; j <= n; j += i) { sieve[j] = true; }
                    }
                }
                return found;
            }
            function Account(owner) { this.owner = owner; this.entries = []; }
            Account.prototype.book = function (cents) { this.entries.push(cents); return this; };
            Account.prototype.balance = function () {
                return this.entries.reduce(function (sum, cents) { return sum + cents; }, 0);
            };
            function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
            var list = primes(3000);
            var account = new Account('ada');
            list.forEach(function (p, at) { account.book(at % 2 ? p : -p); });
            var words = {};
            'the quick brown fox jumps over the lazy dog the end'.split(' ').forEach(
                function (w) { words[w] = (words[w] || 0) + 1; });
            var text = '';
            for (var k = 0; k < 300; k++) { text += String.fromCharCode(97 + k % 26); }
            [list.length, account.balance(), fib(15), JSON.stringify(words),
                text.replace(/[aeiou]/g, '').length, Math.round(Math.sqrt(2) * 1e6)].join('|');
            """;

    private final Script script = prepared();

    @SuppressWarnings("deprecation") // says what is meant in every version of the engine
    private static Context enter() {
        Context context = Context.enter();
        context.setOptimizationLevel(-1);
        context.setLanguageVersion(Context.VERSION_ES6);
        return context;
    }

    private static Script prepared() {
        try (Context context = enter()) {
            return context.compileString(SCRIPT, "script.js", 1, null);
        }
    }

    @Override
    public String call() {
        try (Context context = enter()) {
            ScriptableObject scope = context.initStandardObjects();
            return Context.toString(script.exec(context, scope));
        }
    }
}
