package dev.stint.libraries.popular;

import java.util.concurrent.Callable;
import org.python.util.PythonInterpreter;

/** Runs Python. */
public final class Jython implements Callable<String> {
    @Override
    public String call() throws Exception {
        try (var python = new PythonInterpreter()) {
            python.exec(
                    """
                    def fib(n):
                        return n if n < 2 else fib(n - 1) + fib(n - 2)
                    result = ','.join([str(fib(i)) for i in range(10)])\
                    """);
            return python.get("result").toString();
        }
    }
}
