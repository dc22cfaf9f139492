package dev.stint.bench;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.ExportFunction;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import java.util.HexFormat;

/**
 * Another way to run code on a budget in a JVM: WebAssembly, in Chicory. Its interpreter can tell a
 * listener of every instruction, which is how a program can be metered there; its compiler makes
 * class files, and has no meter.
 *
 * <p>The program is {@code fib}: what is compared is the time of one of its calls.
 */
final class WasmFib {
    private static final int N = 18;

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

    private long left;

    private WasmFib() {}

    static ExportFunction interpreted() {
        return Instance.builder(module()).build().export("fib");
    }

    /** With a count of instructions, and an end when it is used up. */
    static ExportFunction metered() {
        var meter = new WasmFib();
        meter.left = Long.MAX_VALUE;
        return Instance.builder(module())
                .withUnsafeExecutionListener((instruction, stack) -> meter.charge())
                .build()
                .export("fib");
    }

    private void charge() {
        left--;
        if (left < 0) {
            throw new IllegalStateException("the budget is spent");
        }
    }

    static ExportFunction compiled() {
        WasmModule module = module();
        return Instance.builder(module)
                .withMachineFactory(MachineFactoryCompiler.compile(module))
                .build()
                .export("fib");
    }

    private static WasmModule module() {
        return Parser.parse(PROGRAM);
    }

    /** Nanoseconds for one call of {@code fib}, of the many that it takes. */
    static double nanosPerCall(ExportFunction fib) {
        long begun = System.nanoTime();
        long result = fib.apply(N)[0];
        long nanos = System.nanoTime() - begun;
        Check.equal("fib is %d, not %d", fib(N), result);
        return (double) nanos / calls(N);
    }

    static long fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    /** How many calls it takes to compute one. */
    static long calls(int n) {
        return n < 2 ? 1 : 1 + calls(n - 1) + calls(n - 2);
    }
}
