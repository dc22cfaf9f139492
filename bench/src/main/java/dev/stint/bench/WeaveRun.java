package dev.stint.bench;

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
import java.util.Optional;
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

    /** The JDK's work is of many kinds, and takes longer to be compiled. */
    private static final int JDK_PATIENCE = 4;

    private final Race.Course course;
    private final boolean quick;
    private final PrintStream out;

    WeaveRun(Race.Course course, boolean quick, PrintStream out) {
        this.course = course;
        this.quick = quick;
        this.out = out;
    }

    /** Arguments: the part; whether it is a quick look; and of the course all that it has. */
    public static void main(String[] args) throws Exception {
        var course =
                new Race.Course(
                        Integer.parseInt(args[2]),
                        Integer.parseInt(args[3]),
                        Integer.parseInt(args[4]));
        new WeaveRun(course, Boolean.parseBoolean(args[1]), System.out)
                .run(WeavePart.valueOf(args[0]));
        System.exit(0);
    }

    void run(WeavePart part) throws Exception {
        List<Version> versions = part.versions(quick);
        switch (part) {
            case KERNELS_VIRTUAL -> kernels(Place.VIRTUAL, versions);
            case KERNELS_BARE -> kernels(Place.BARE, versions);
            case KERNELS_OUTSIDE -> kernels(Place.OUTSIDE, versions);
            case LIBRARIES_VIRTUAL -> libraries(Place.VIRTUAL, versions);
            case LIBRARIES_BARE -> libraries(Place.BARE, versions);
            case WEAVER -> weaver(quick ? Library.XERCES : Library.GUAVA);
            case START_UNWOVEN -> start(Version.UNWOVEN);
            case START_WOVEN -> start(Version.WOVEN);
            case JDK_ALONE -> {
                try (var _ = warm(Place.OUTSIDE, Version.UNWOVEN)) {
                    jdk("jdk/alone");
                }
            }
            case JDK_BESIDE -> {
                try (var _ = warm(Place.VIRTUAL, Version.WOVEN)) {
                    jdk("jdk/beside");
                }
            }
            case JDK_REWOVEN -> {
                try (var _ = warm(Place.VIRTUAL, Version.WOVEN)) {
                    jdk("jdk/rewoven");
                }
            }
            case WASM -> wasm();
        }
    }

    private void kernels(Place place, List<Version> versions) throws Exception {
        try (var race = new Race(place)) {
            for (Kernel kernel : Kernel.values()) {
                print(race.run(Program.of(kernel, versions), course));
            }
        }
    }

    private void libraries(Place place, List<Version> versions) throws Exception {
        try (Shelf shelf = Shelf.open();
                var race = new Race(place)) {
            for (Work work : WeavePart.work(quick)) {
                print(race.run(Program.of(shelf, work, versions), course));
            }
        }
    }

    private void start(Version version) throws Exception {
        try (Shelf shelf = Shelf.open()) {
            List<Path> places = shelf.places(Library.JACKSON);
            long begun = System.nanoTime();
            ClassLoader loader = version.loader().apply(places);
            Object result = Loaders.make(loader, Work.JACKSON_BIND).call();
            double nanos = System.nanoTime() - begun;
            Check.atLeast("it says %d letters or more, not %d", 1, result.toString().length());
            print("start/" + version.label(), Figure.TIME, nanos);
        }
    }

    // ---- the weaver

    void weaver(Library library) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (Shelf shelf = Shelf.open()) {
            for (Path jar : shelf.jars(library)) {
                files.putAll(classes(jar));
            }
        }
        print("weaver", COLD, megabytesPerSecond(files));
        for (int i = 0; i < course.laps(); i++) {
            double speed = megabytesPerSecond(files);
            if (i >= course.laps() / 2) { // by then it is compiled
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
        // It remembers what it has seen.
        Weaver weaver = Weaver.of(of -> Optional.ofNullable(files.get(of)), Surface.open());
        for (byte[] file : files.values()) {
            bytes += file.length;
            Check.atLeast("a woven class has %d bytes or more", 1, weaver.weave(file).length);
        }
        return bytes / 1e6 / ((System.nanoTime() - begun) / 1e9);
    }

    // ---- threads outside

    /** Runs a kernel, in one version; what is returned keeps the scheduler open. */
    private static Race warm(Place place, Version version) throws Exception {
        var race = new Race(place);
        var course = new Race.Course(10, 0, 0);
        race.run(Program.of(Kernel.WORD_COUNT, List.of(version)), course);
        return race;
    }

    /** One sample, the median of this JVM. */
    private void jdk(String impl) throws Exception {
        var work = new JdkWork();
        Map<String, Callable<Object>> one = Map.of("once", work);
        var longer =
                new Race.Course(course.warmUps(), course.millis() * JDK_PATIENCE, course.laps());
        try (var race = new Race(Place.OUTSIDE)) {
            Samples samples = only(race.run(new Program("jdk", one), longer));
            Check.equal("the JDK says %d, and then %d", (long) work.call(), (long) work.call());
            print(impl, Figure.TIME, samples.median(Figure.TIME));
            print(impl, Figure.CPU, samples.median(Figure.CPU));
        }
    }

    // ---- peers

    private void wasm() throws Exception {
        time("wasm/chicory", WasmFib.interpreted());
        time("wasm/chicory-metered", WasmFib.metered(Long.MAX_VALUE));
        time("wasm/chicory-compiled", WasmFib.compiled());
        Program java = Program.of(Kernel.FIB, List.of(Version.UNWOVEN, Version.WOVEN));
        for (var each : java.versions().entrySet()) {
            time("wasm/java-" + each.getKey(), each.getValue(), WasmFib.calls(Fib.N));
        }
    }

    private void time(String impl, WasmFib program) throws Exception {
        time(impl, program, program.calls());
    }

    /** In a task, but alone: these differ too much to run the same number of laps. */
    private void time(String impl, Callable<Object> program, long operations) throws Exception {
        try (var race = new Race(Place.VIRTUAL)) {
            var only = new Program("wasm", Map.of("once", program));
            for (double nanos : only(race.run(only, course)).of(Figure.TIME)) {
                print(impl, Figure.TIME, nanos / operations);
            }
        }
    }

    private static Samples only(Map<String, Samples> all) {
        return all.values().iterator().next();
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
