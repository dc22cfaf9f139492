package dev.stint.bench;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.ExportFunction;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import java.util.HexFormat;
import java.util.concurrent.Callable;

/**
 * Another way to run code on a budget in a JVM: WebAssembly, in Chicory. Its interpreter can tell a
 * listener of every instruction, which is how a program can be metered there; its compiler makes
 * class files, and has no meter.
 *
 * <p>The program is {@code fib}: what is compared is the time of one of its calls.
 */
final class WasmFib implements Callable<Object> {
    /** What an interpreter computes in some milliseconds. */
    private static final int SMALL = 18;

    /** And what compiled code does. */
    private static final int LARGE = 27;

    /** {@code (func (export "fib") (param i32) (result i32) ...)}, as the kernel has it. */
    private static final byte[] PROGRAM =
            HexFormat.of()
                    .parseHex(
                            String.join(
                                    "",
                                    "0061736d01000000",
                                    "01060160017f017f", // one type: from i32 to i32
                                    "03020100", // one function of it
                                    "07070103666962" + "0000", // exported as fib
                                    "0a1e011c00", // its code, without locals
                                    "2000410248", // n < 2
                                    "047f2000", // then n
                                    "05200041016b1000", // else fib(n - 1)
                                    "200041026b1000", // and fib(n - 2)
                                    "6a0b0b")); // their sum

    private final ExportFunction fib;
    private final int n;

    private WasmFib(ExportFunction fib, int n) {
        this.fib = fib;
        this.n = n;
    }

    static WasmFib interpreted() {
        return new WasmFib(Instance.builder(module()).build().export("fib"), SMALL);
    }

    /** With a count of instructions, and an end when it is used up. */
    static WasmFib metered(long instructions) {
        var meter = new Meter(instructions);
        return new WasmFib(
                Instance.builder(module())
                        .withUnsafeExecutionListener((instruction, stack) -> meter.charge())
                        .build()
                        .export("fib"),
                SMALL);
    }

    private static final class Meter {
        private long left;

        Meter(long instructions) {
            left = instructions;
        }

        void charge() {
            left--;
            if (left < 0) {
                throw new IllegalStateException("the budget is spent");
            }
        }
    }

    static WasmFib compiled() {
        WasmModule module = module();
        return new WasmFib(
                Instance.builder(module)
                        .withMachineFactory(MachineFactoryCompiler.compile(module))
                        .build()
                        .export("fib"),
                LARGE);
    }

    private static WasmModule module() {
        return Parser.parse(PROGRAM);
    }

    @Override
    public Object call() {
        long result = fib.apply(n)[0];
        Check.equal("fib is %d, not %d", fib(n), result);
        return result;
    }

    /** How many calls of {@code fib} one of these takes. */
    long calls() {
        return calls(n);
    }

    /** By additions alone: it is inside of what is measured. */
    static long fib(int n) {
        long last = 0;
        long next = 1;
        for (int i = 0; i < n; i++) {
            long sum = last + next;
            last = next;
            next = sum;
        }
        return last;
    }

    /** How many calls it takes to compute one: itself, and those that it makes. */
    static long calls(int n) {
        return 2 * fib(n + 1) - 1;
    }
}
