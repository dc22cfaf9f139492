package dev.stint.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stint.nativecode.NativeCode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.runner.RunnerException;

/**
 * [EVOLUTION:gate-queues] Every shape of every implementation on the JVM, tiny and in this JVM, so
 * that none can rot.
 */
class SmokeTest {
    private static final int SIZE = 100; // a power of ten, for the tree

    private static final Set<Impl> PROGRAMS = EnumSet.of(Impl.GO, Impl.PCL, Impl.BOOST);

    @TempDir private Path scratch;

    static Stream<Arguments> everything() {
        return Arrays.stream(Shape.values())
                .filter(shape -> shape != Shape.BUSY) // processes, and no JMH
                .flatMap(
                        shape ->
                                shape.impls().stream()
                                        .filter(impl -> !PROGRAMS.contains(impl))
                                        .map(impl -> Arguments.of(shape, impl)));
    }

    @Test
    void shape_askedOfOneWhoDoesNotAnswer_fails() {
        var jmh = new Jmh(scratch.resolve("jmh.log"), 0);

        assertThatThrownBy(
                        () ->
                                jmh.measure(
                                        Shape.SKYNET,
                                        Impl.KOTLIN_GLOBAL,
                                        2,
                                        new Effort(1, 0, 1, SIZE)))
                .isInstanceOf(RunnerException.class);
    }

    @Test
    void go_answersWhatItIsAsked() throws Exception {
        Go go;
        try {
            go = Go.build(scratch);
        } catch (NotInstalled e) {
            abort("no go here: " + e);
            return;
        }
        for (Shape shape : Shape.values()) {
            if (shape.impls().contains(Impl.GO) && shape != Shape.NATIVE) {
                assertThat(go.measure(shape, 2, new Effort(1, 0, 2, SIZE)).of(Figure.TIME))
                        .as(shape.label())
                        .hasSize(2)
                        .allSatisfy(nanos -> assertThat(nanos).isPositive());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Impl.class,
            names = {"GO", "PCL", "BOOST"})
    void native_programs_answer(Impl impl) throws Exception {
        var effort = new Effort(1, 0, 2, SIZE);
        Samples samples;
        try {
            samples =
                    impl == Impl.GO
                            ? NativePeers.measure(Go.build(scratch), effort)
                            : NativePeers.measure(impl, scratch, effort);
        } catch (NotInstalled e) {
            abort("skipped: " + e);
            return;
        }
        assertThat(samples.of(NativePeers.SPAWN))
                .hasSize(2)
                .allSatisfy(nanos -> assertThat(nanos).isPositive());
    }

    @ParameterizedTest
    @EnumSource(
            value = Impl.class,
            names = {"STINT", "STINT_PATIENT", "VIRTUAL_THREADS"})
    @Timeout(60)
    void busy_aFewConnections_areAnswered(Impl impl) throws Exception {
        var samples = BusyRun.measure(impl, new Effort(1, 0, 1, 10));

        assertThat(samples.of("requests/s"))
                .singleElement()
                .satisfies(n -> assertThat(n).isPositive());
        assertThat(Session.rows(Shape.BUSY, impl, samples)).hasSize(3);
    }

    @ParameterizedTest
    @MethodSource("everything")
    @Timeout(60)
    void shape_measuredOnce_givesSaneRows(Shape shape, Impl impl) throws Exception {
        if (shape == Shape.NATIVE && impl == Impl.STINT) {
            assumeTrue(NativeCode.isAvailable(), () -> NativeCode.whyNot().orElse(""));
        }
        var jmh = new Jmh(scratch.resolve("jmh.log"), 0);

        // Of comparisons in one JVM each lap is long.
        int size = shape == Shape.GUARDS || shape == Shape.HEAP ? 2 : SIZE;
        var samples = jmh.measure(shape, impl, shape.workers(), new Effort(1, 0, 1, size));

        assertThat(samples.of(shape == Shape.SCALING ? Figure.TIME : shape.mainFigure().metric()))
                .hasSize(1);
        List<Row> rows = Session.rows(shape, impl, samples);
        assertThat(rows)
                .isNotEmpty()
                .allSatisfy(
                        row -> {
                            assertThat(row.bench()).isEqualTo(shape.label());
                            assertThat(row.impl()).isEqualTo(impl.label());
                            assertThat(row.metric()).isNotEmpty();
                            assertThat(row.unit()).isIn("ns", "ms", "B", "x", "/s", "%");
                            assertThat(row.error()).isZero(); // of one sample
                            assertThat(row.value()).isFinite();
                        });
        assertThat(rows)
                .filteredOn(row -> row.metric().equals(Figure.TIME))
                .allSatisfy(row -> assertThat(row.value()).isPositive());
    }
}
