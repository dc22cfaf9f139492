package dev.stint.bench;

import dev.stint.env.HeapWatch;
import dev.stint.nativecode.NativeCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.RunnerException;

/**
 * One run of the benchmarks. The implementations of a shape take turns, round after round, so that
 * a busy minute of the machine meets all of them.
 */
final class Session {
    private final PrintWriter progress;
    private final boolean quick;
    private final Path scratch;
    private final Jmh jmh;
    private final Set<String> failures = new LinkedHashSet<>();
    private @Nullable Go go; // null until it was built

    /** {@code scratch} is a folder for logs and compiled peers. */
    Session(PrintWriter progress, boolean quick, Path scratch) {
        this.progress = progress;
        this.quick = quick;
        this.scratch = scratch;
        this.jmh = new Jmh(scratch.resolve("jmh.log"), 1);
    }

    /** What went wrong so far, a line each. */
    Set<String> failures() {
        return failures;
    }

    List<Row> run(Shape shape) throws InterruptedException {
        var effort = shape.effort(quick);
        if (shape == Shape.WEAVE) {
            return new WeaveSession(progress, quick, scratch, failures).run(effort);
        }
        var impls = new ArrayList<>(shape.impls());
        shape.skipped().forEach((impl, why) -> sayWhySkipped(shape, impl, why));
        Map<Impl, Samples> all = new EnumMap<>(Impl.class);
        for (int round = 1; round <= effort.rounds(); round++) {
            for (Impl impl : List.copyOf(impls)) {
                say("%s: %s, round %d of %d ...", shape, impl, round, effort.rounds());
                long started = System.nanoTime();
                try {
                    var samples = measure(shape, impl, shape.effort(quick, impl));
                    all.computeIfAbsent(impl, i -> new Samples()).addAll(samples);
                    report(samples, shape.mainFigure(), System.nanoTime() - started);
                } catch (NotInstalled e) {
                    progress.println(" skipped: " + e.getMessage());
                    impls.remove(impl);
                } catch (RunnerException | IOException e) {
                    progress.println(" failed");
                    failures.add(shape.label() + ": " + impl.label() + ": " + whyFailed(e));
                    impls.remove(impl);
                }
            }
        }
        var rows = new ArrayList<Row>();
        all.forEach((impl, samples) -> rows.addAll(rows(shape, impl, samples)));
        return rows;
    }

    private String whyFailed(Exception e) {
        return e instanceof RunnerException
                ? "its JVM failed; what it said is in " + scratch.resolve("jmh.log")
                : String.valueOf(e.getMessage());
    }

    private Samples measure(Shape shape, Impl impl, Effort effort)
            throws RunnerException, IOException, InterruptedException {
        if (shape == Shape.BUSY) {
            return BusyRun.measure(impl, effort);
        }
        if (shape == Shape.NATIVE) {
            return measureNative(impl, effort);
        }
        Optional<String> whyNot =
                shape == Shape.HEAP ? HeapWatch.ofJvm().whyNot() : Optional.empty();
        if (whyNot.isPresent()) {
            throw new NotInstalled(whyNot.get());
        }
        var samples = measure(shape, impl, shape.workers(), effort);
        if (shape == Shape.SCALING) {
            var one = measure(shape, impl, 1, effort);
            compare(one, samples);
        }
        return samples;
    }

    private Samples measureNative(Impl impl, Effort effort)
            throws RunnerException, IOException, InterruptedException {
        if (impl == Impl.STINT && !NativeCode.isAvailable()) {
            throw new NotInstalled(NativeCode.whyNot().orElse(""));
        }
        return switch (impl) {
            case GO -> NativePeers.measure(goProgram(), effort);
            case PCL, BOOST -> NativePeers.measure(impl, scratch, effort);
            default -> measure(Shape.NATIVE, impl, Shape.NATIVE.workers(), effort);
        };
    }

    private static void compare(Samples one, Samples two) {
        var slow = one.of(Figure.TIME);
        var fast = two.of(Figure.TIME);
        for (int i = 0; i < Math.min(slow.size(), fast.size()); i++) {
            two.add("ns/op-1-worker", slow.get(i));
            two.add(Figure.SPEEDUP, slow.get(i) / fast.get(i));
        }
    }

    private Samples measure(Shape shape, Impl impl, int workers, Effort effort)
            throws RunnerException, IOException, InterruptedException {
        return impl == Impl.GO
                ? goProgram().measure(shape, workers, effort)
                : jmh.measure(shape, impl, workers, effort);
    }

    private Go goProgram() throws IOException, InterruptedException {
        if (go == null) {
            go = Go.build(Files.createDirectories(scratch.resolve("go")));
        }
        return go;
    }

    static List<Row> rows(Shape shape, Impl impl, Samples samples) {
        return shape.figures().stream()
                .filter(figure -> !samples.of(figure.metric()).isEmpty())
                .map(
                        figure ->
                                new Row(
                                        shape.label(),
                                        impl.label(),
                                        figure.metric(),
                                        figure.unit(),
                                        samples.median(figure.metric()),
                                        samples.error(figure.metric())))
                .toList();
    }

    private void say(String format, Shape shape, Impl impl, int round, int rounds) {
        progress.print(
                String.format(Locale.ROOT, format, shape.label(), impl.label(), round, rounds));
        progress.flush();
    }

    private void sayWhySkipped(Shape shape, Impl impl, String why) {
        progress.println(shape.label() + ": " + impl.label() + " skipped: " + why);
    }

    private void report(Samples samples, Figure figure, long nanos) {
        progress.println(
                String.format(
                        Locale.ROOT,
                        " %s %s (%.0f s)",
                        Table.number(samples.median(figure.metric())),
                        figure.metric(),
                        nanos / 1e9));
    }
}
