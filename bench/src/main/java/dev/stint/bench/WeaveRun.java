package dev.stint.bench;

import com.dylibso.chicory.runtime.ExportFunction;
import dev.stint.Scheduler;
import dev.stint.bench.kernel.Fib;
import dev.stint.libraries.Library;
import dev.stint.libraries.Loaders;
import dev.stint.libraries.Shelf;
import dev.stint.libraries.Work;
import dev.stint.weave.Surface;
import dev.stint.weave.Weaver;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.jar.JarFile;

/**
 * Measures one part in this JVM and prints what it saw, a sample to a line: {@code impl metric
 * value}. {@link WeaveSession} starts it.
 */
final class WeaveRun {
    static final String COLD = "MB/s-cold";
    static final String WARM = "MB/s-warm";

    /** Between what is said to programs and whatever else a program prints. */
    static final String MARK = "sample ";

    private final int warmUps;
    private final int rounds;
    private final PrintStream out;

    WeaveRun(int warmUps, int rounds, PrintStream out) {
        this.warmUps = warmUps;
        this.rounds = rounds;
        this.out = out;
    }

    /** Arguments: the part, how many rounds do not count, and how many do. */
    public static void main(String[] args) throws Exception {
        new WeaveRun(Integer.parseInt(args[1]), Integer.parseInt(args[2]), System.out)
                .run(WeavePart.valueOf(args[0]));
        System.exit(0);
    }

    void run(WeavePart part) throws Exception {
        switch (part) {
            case KERNELS -> kernels(List.of(Kernel.values()));
            case LIBRARIES -> libraries();
            case WEAVER -> weaver(Library.JACKSON, Library.GUAVA);
            case START_UNWOVEN -> start(false);
            case START_WOVEN -> start(true);
            case JDK_ALONE -> jdk("alone");
            case JDK_BESIDE -> {
                try (var _ = Scheduler.open()) {
                    jdk("beside");
                }
            }
            case WASM -> wasm();
        }
    }

    void kernels(List<Kernel> kernels) throws Exception {
        try (var race = new TwinRace(List.of(Place.values()))) {
            for (Kernel kernel : kernels) {
                print(race.run(Twin.of(kernel), warmUps, rounds));
            }
        }
    }

    private void libraries() throws Exception {
        try (Shelf shelf = Shelf.open();
                var race = new TwinRace(List.of(Place.VIRTUAL, Place.BARE))) {
            for (Work work : WeavePart.LIBRARY_WORK) {
                print(race.run(Twin.of(shelf, work), warmUps, rounds));
            }
        }
    }

    private void start(boolean woven) throws Exception {
        try (Shelf shelf = Shelf.open()) {
            List<Path> places = shelf.places(Library.JACKSON);
            long begun = System.nanoTime();
            ClassLoader loader =
                    woven ? Loaders.woven(places, Surface.open()) : Loaders.plain(places);
            Object result = Loaders.make(loader, Work.JACKSON_BIND).call();
            long nanos = System.nanoTime() - begun;
            Check.atLeast("it says %d letters or more, not %d", 1, result.toString().length());
            print(woven ? "start/woven" : "start/unwoven", Figure.TIME, (double) nanos);
        }
    }

    // ---- the weaver

    void weaver(Library... libraries) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (Shelf shelf = Shelf.open()) {
            for (Library library : libraries) {
                for (Path jar : shelf.jars(library)) {
                    files.putAll(classes(jar));
                }
            }
        }
        print("weaver", COLD, megabytesPerSecond(files));
        for (int i = 0; i < rounds; i++) {
            double speed = megabytesPerSecond(files);
            if (i >= rounds / 2) { // by then it is compiled
                print("weaver", WARM, speed);
            }
        }
    }

    private static Map<String, byte[]> classes(Path jar) throws IOException {
        Map<String, byte[]> files = new HashMap<>();
        try (var file = new JarFile(jar.toFile(), false)) {
            for (var entries = file.entries(); entries.hasMoreElements(); ) {
                var entry = entries.nextElement();
                String name = entry.getName();
                if (name.endsWith(".class")
                        && !name.startsWith("META-INF/")
                        && !name.endsWith("module-info.class")) {
                    try (var in = file.getInputStream(entry)) {
                        files.put(name.substring(0, name.length() - 6), in.readAllBytes());
                    }
                }
            }
        }
        return files;
    }

    private static double megabytesPerSecond(Map<String, byte[]> files) {
        long bytes = 0;
        long begun = System.nanoTime();
        Weaver weaver = Weaver.of(files::get, Surface.open()); // it remembers what it has seen
        for (byte[] file : files.values()) {
            bytes += file.length;
            Check.atLeast("a woven class has %d bytes or more", 1, weaver.weave(file).length);
        }
        return bytes / 1e6 / ((System.nanoTime() - begun) / 1e9);
    }

    // ---- threads outside

    private void jdk(String where) throws Exception {
        Callable<Object> work = new JdkWork();
        for (int i = -warmUps; i < rounds; i++) {
            long begun = System.nanoTime();
            Object result = work.call();
            long nanos = System.nanoTime() - begun;
            Check.equal("the JDK says %d, and then %d", (long) work.call(), (long) result);
            if (i >= 0) {
                print("jdk/" + where, Figure.TIME, (double) nanos);
            }
        }
    }

    // ---- peers

    private void wasm() throws Exception {
        race("wasm/chicory", WasmFib.interpreted());
        race("wasm/chicory-metered", WasmFib.metered());
        race("wasm/chicory-compiled", WasmFib.compiled());
        try (var race = new TwinRace(List.of(Place.VIRTUAL))) {
            var seen = race.run(Twin.of(Kernel.FIB), warmUps, rounds);
            long calls = WasmFib.calls(Fib.N);
            print("wasm/java", seen, Place.VIRTUAL.impl(Kernel.FIB.label(), false), calls);
            print("wasm/java-woven", seen, Place.VIRTUAL.impl(Kernel.FIB.label(), true), calls);
        }
    }

    private void race(String impl, ExportFunction fib) {
        for (int i = -warmUps; i < rounds; i++) {
            double nanos = WasmFib.nanosPerCall(fib);
            if (i >= 0) {
                print(impl, Figure.TIME, nanos);
            }
        }
    }

    private void print(String as, Map<String, Samples> all, String impl, long operations) {
        Samples samples = all.getOrDefault(impl, new Samples());
        samples.of(Figure.TIME).forEach(nanos -> print(as, Figure.TIME, nanos / operations));
    }

    private void print(Map<String, Samples> all) {
        all.forEach(
                (impl, samples) -> {
                    for (String metric : List.of(Figure.TIME, Figure.CPU)) {
                        samples.of(metric).forEach(value -> print(impl, metric, value));
                    }
                });
    }

    private void print(String impl, String metric, double value) {
        out.println(MARK + impl + " " + metric + " " + value);
    }
}
