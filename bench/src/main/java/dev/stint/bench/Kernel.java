package dev.stint.bench;

import dev.stint.bench.kernel.ArraySum;
import dev.stint.bench.kernel.ByteScan;
import dev.stint.bench.kernel.Fib;
import dev.stint.bench.kernel.IntLoops;
import dev.stint.bench.kernel.Interpreter;
import dev.stint.bench.kernel.Lists;
import dev.stint.bench.kernel.MatrixProduct;
import dev.stint.bench.kernel.NBody;
import dev.stint.bench.kernel.QuickSort;
import dev.stint.bench.kernel.Saxpy;
import dev.stint.bench.kernel.ShortSums;
import dev.stint.bench.kernel.Sieve;
import dev.stint.bench.kernel.SieveInt;
import dev.stint.bench.kernel.Trees;
import dev.stint.bench.kernel.WordCount;
import java.util.Arrays;
import java.util.List;

/** A small program that is measured woven and unwoven. */
enum Kernel {
    FIB("fib", Fib.class),
    MATRIX("matrix", MatrixProduct.class),
    INT_LOOPS("int-loops", IntLoops.class),
    SIEVE("sieve", Sieve.class),
    SIEVE_INT("sieve-int", SieveInt.class),
    ARRAY_SUM("array-sum", ArraySum.class),
    SHORT_SUMS("short-sums", ShortSums.class),
    SAXPY("saxpy", Saxpy.class),
    WORD_COUNT("word-count", WordCount.class),
    INTERPRETER("interpreter", Interpreter.class),
    N_BODY("n-body", NBody.class),
    QUICK_SORT("quick-sort", QuickSort.class),
    TREES("trees", Trees.class),
    LISTS("lists", Lists.class),
    BYTE_SCAN("byte-scan", ByteScan.class);

    private final String label;
    private final String className;

    Kernel(String label, Class<?> program) {
        this.label = label;
        this.className = program.getName();
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(Kernel::label).toList();
    }

    /** As it is called in rows. */
    String label() {
        return label;
    }

    String className() {
        return className;
    }
}
