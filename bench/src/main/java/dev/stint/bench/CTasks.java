package dev.stint.bench;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.nativecode.NativeFunction;
import dev.stint.nativecode.NativeLibrary;
import dev.stint.nativecode.internal.Ground;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** C functions as tasks: {@code bench/c/tasks.c} and {@code kernels.c}. */
@SuppressWarnings("restricted") // calling C code is what is measured
final class CTasks {
    private static final int LAPS = 5;
    private static final int STACK = 64 * 1024; // of the kernels

    private static final Path FOLDER;
    private static final NativeLibrary TASKS;
    private static final NativeLibrary PLAIN;
    private static final NativeLibrary METERED;

    // Constants to the JIT.
    private static final MethodHandle NEW;
    private static final MethodHandle RESUME;
    private static final MethodHandle FREE;
    private static final MethodHandle NOTHING;
    private static final long YIELDS;

    static {
        try {
            FOLDER = Files.createTempDirectory("stint-bench-c");
            Path tasks = CCode.library(FOLDER, "tasks.c", "libtasks.so");
            TASKS = NativeLibrary.load(tasks);
            PLAIN = NativeLibrary.load(CCode.library(FOLDER, "kernels.c", "libplain.so"));
            METERED =
                    NativeLibrary.load(
                            CCode.library(
                                    FOLDER,
                                    "kernels.c",
                                    "libmetered.so",
                                    "-fsanitize-coverage=trace-pc"));
            var symbols = SymbolLookup.libraryLookup(tasks, Arena.global());
            YIELDS = symbols.findOrThrow("yields").address();
            NOTHING =
                    Linker.nativeLinker()
                            .downcallHandle(
                                    symbols.findOrThrow("nothing"),
                                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
            Ground ground = Ground.require();
            NEW =
                    ground.call(
                            "stint_fiber_new",
                            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
            RESUME = ground.call("stint_fiber_resume", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
            FREE = ground.call("stint_fiber_free", FunctionDescriptor.ofVoid(JAVA_LONG));
            try (var files = Files.list(FOLDER)) { // the libraries are loaded
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(FOLDER);
        } catch (IOException e) {
            throw new ExceptionInInitializerError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A kernel, what it is asked, and what is right. */
    private record Kernel(String name, long argument, long result) {}

    private static final List<Kernel> KERNELS =
            List.of(
                    new Kernel("run_fib", 27, 196_418),
                    new Kernel("run_sieve", 1 << 20, 82_025),
                    new Kernel("run_collatz", 100_000, 350));

    private final Scheduler scheduler;
    private final int size;

    CTasks(Scheduler scheduler, int size) {
        this.scheduler = scheduler;
        this.size = size;
    }

    void measure(NativeBench.Figures figures) throws Exception {
        figures.spawn = NativeBench.nanos(size, () -> run(TASKS.function("spawns"), size, 0));
        figures.spawnFromJava = NativeBench.nanos(size, this::spawn);
        figures.change = NativeBench.nanos(size, this::change);
        figures.yield = NativeBench.nanos(size, this::giveWay);
        figures.roundTrip =
                NativeBench.nanos(size, () -> run(TASKS.function("round_trips"), size, size));
        figures.bytes = bytes();
        figures.downcall = NativeBench.nanos(size, this::callDown);
        figures.metered = metered();
    }

    private void run(NativeFunction function, long argument, long result) throws Exception {
        long seen = scheduler.nursery().spawn(function.on(argument)).await();
        Check.equal(function.name() + " gives %d, and %d", result, seen);
    }

    private void spawn() throws Exception {
        NativeFunction empty = TASKS.function("empty");
        scheduler.run(
                () ->
                        Stint.runInNursery(
                                children -> {
                                    for (int i = 0; i < size; i++) {
                                        children.spawn(empty.on(i));
                                    }
                                }));
    }

    private void giveWay() throws Exception {
        NativeFunction yields = TASKS.function("yields");
        int each = Math.max(1, size / NativeBench.IN_TURN);
        scheduler.run(
                () ->
                        Stint.runInNursery(
                                children -> {
                                    for (int i = 0; i < NativeBench.IN_TURN; i++) {
                                        children.spawn(yields.on(each));
                                    }
                                }));
    }

    /** A fiber that no scheduler knows is resumed, and switches back. */
    private void change() throws Exception {
        try {
            long fiber = (long) NEW.invokeExact(YIELDS, (long) size, (long) NativeFunction.STACK);
            long switches = 0;
            while ((long) RESUME.invokeExact(fiber) != 0) {
                switches++;
            }
            FREE.invokeExact(fiber);
            Check.equal("%d switches, and %d", size, switches);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private void callDown() throws Exception {
        long sum = 0;
        try {
            for (int i = 0; i < size; i++) {
                sum += (long) NOTHING.invokeExact((long) i);
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        Check.equal("a sum of %d, and %d", (long) size * (size - 1) / 2, sum);
    }

    private double bytes() throws Exception {
        try (var arena = Arena.ofShared()) {
            MemorySegment crowd = arena.allocate(4 * Long.BYTES, Long.BYTES);
            crowd.set(JAVA_LONG, 0, NativeBench.PARKED);
            double before = Resident.bytes();
            var task = scheduler.nursery().spawn(TASKS.function("parks").on(crowd));
            while ((long) JAVA_LONG.varHandle().getVolatile(crowd, (long) Long.BYTES)
                    < NativeBench.PARKED) {
                if (task.tryOutcome().isPresent()) {
                    throw new IllegalStateException("they do not wait: " + task.await());
                }
                Thread.sleep(1);
            }
            double after = Resident.bytes();
            JAVA_LONG.varHandle().setVolatile(crowd, 2L * Long.BYTES, 1L);
            Check.equal("parks gives %d, and %d", 0, task.await());
            return (after - before) / NativeBench.PARKED;
        }
    }

    /** Time of metered kernels divided by that of plain ones, of neighbours: the geometric mean. */
    private double metered() throws Exception {
        double logs = 0;
        for (Kernel kernel : KERNELS) {
            var ratios = new Samples();
            for (int lap = 0; lap < LAPS; lap++) {
                boolean isFirst = lap % 2 == 0;
                double first = nanos(isFirst ? METERED : PLAIN, kernel);
                double second = nanos(isFirst ? PLAIN : METERED, kernel);
                ratios.add(kernel.name, isFirst ? first / second : second / first);
            }
            logs += Math.log(ratios.median(kernel.name));
        }
        return Math.exp(logs / KERNELS.size());
    }

    private double nanos(NativeLibrary library, Kernel kernel) throws Exception {
        NativeFunction function = library.function(kernel.name).withStack(STACK);
        return NativeBench.nanos(1, () -> run(function, kernel.argument, kernel.result));
    }
}
