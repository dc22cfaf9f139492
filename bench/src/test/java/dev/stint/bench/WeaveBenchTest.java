package dev.stint.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What weaving costs: that it can be measured, and what becomes of the samples. */
class WeaveBenchTest {
    private static final Race.Course ONCE = new Race.Course(0, 0, 1);
    private static final List<String> LINES =
            List.of(
                    "a word that is no sample",
                    "sample fib/unwoven ns/op 100",
                    "sample fib/unwoven ns/op 200",
                    "sample fib/unwoven cpu-ns/op 100",
                    "sample fib/woven ns/op 110",
                    "sample fib/woven ns/op 240",
                    "sample fib/woven cpu-ns/op 105",
                    "sample sieve/unwoven ns/op 10",
                    "sample sieve/unwoven cpu-ns/op 10",
                    "sample sieve/woven ns/op 14",
                    "sample sieve/woven cpu-ns/op 14",
                    "sample jdk/alone cpu-ns/op 100",
                    "sample jdk/beside cpu-ns/op 101",
                    "sample weaver MB/s-cold 4");

    private static List<Row> rows() {
        Map<String, Samples> all = new LinkedHashMap<>();
        WeaveSession.read(LINES, all);
        return WeaveRows.of(all);
    }

    private static double value(String impl, String metric) {
        return rows().stream()
                .filter(row -> row.impl().equals(impl) && row.metric().equals(metric))
                .findFirst()
                .orElseThrow()
                .value();
    }

    @ParameterizedTest
    @EnumSource
    void race_kernel_saysTheSameInAllVersions(Kernel kernel) throws Exception {
        try (var race = new Race(Place.VIRTUAL)) {
            var samples = race.run(Program.of(kernel, Version.ALL), ONCE);

            assertThat(samples).hasSize(Version.ALL.size());
            assertThat(samples.values())
                    .allSatisfy(one -> assertThat(one.of(Figure.TIME)).hasSize(1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void race_inEveryPlace_knowsTimeOnTheProcessor(Place place) throws Exception {
        try (var race = new Race(place)) {
            var samples =
                    race.run(
                            Program.of(Kernel.SIEVE, List.of(Version.UNWOVEN, Version.WOVEN)),
                            new Race.Course(1, 0, 3));

            assertThat(samples)
                    .containsOnlyKeys(
                            "sieve/unwoven" + place.suffix(), "sieve/woven" + place.suffix());
            assertThat(samples.values())
                    .allSatisfy(
                            one ->
                                    assertThat(one.of(Figure.CPU))
                                            .hasSize(3)
                                            .anySatisfy(ns -> assertThat(ns).isPositive()));
        }
    }

    @Test
    void race_versionThatSaysSomethingElse_fails() throws Exception {
        Map<String, Callable<Object>> odd = Map.of("unwoven", () -> 1L, "woven", () -> 2L);
        try (var race = new Race(Place.OUTSIDE)) {
            assertThatThrownBy(() -> race.run(new Program("odd", odd), ONCE))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageMatching("odd says (1, and 2 as woven|2, and 1 as unwoven)");
        }
    }

    @Test
    void race_warmUp_lastsAsLongAsAsked() throws Exception {
        var laps = new AtomicInteger();
        Map<String, Callable<Object>> one = Map.of("unwoven", laps::incrementAndGet);
        try (var race = new Race(Place.OUTSIDE)) {
            long begun = System.nanoTime();
            var samples = race.run(new Program("counted", one), new Race.Course(3, 20, 2));

            assertThat(System.nanoTime() - begun).isGreaterThan(20_000_000);
            assertThat(laps.get()).isGreaterThanOrEqualTo(3 + 2);
            assertThat(samples).containsOnlyKeys("counted/unwoven-outside");
            assertThat(samples.values())
                    .allSatisfy(seen -> assertThat(seen.of(Figure.TIME)).hasSize(2));
        }
    }

    @Test
    void entry_itsName_canBeParsed() {
        for (Place place : Place.values()) {
            var entry = new Entry("word-count", "other-way", place);

            assertThat(Entry.parse(entry.impl())).contains(entry);
        }
        assertThat(Entry.parse("weaver")).isEmpty();
    }

    @Test
    void rows_thirdVersion_hasRatiosSummaryAndTable() {
        Map<String, Samples> all = new LinkedHashMap<>();
        WeaveSession.read(LINES, all);
        WeaveSession.read(
                List.of("sample sieve/other ns/op 30", "sample sieve/other cpu-ns/op 20"), all);

        List<Row> rows = WeaveRows.of(all);

        assertThat(rows)
                .contains(
                        new Row("weave", "sieve/other", "ratio", "x", 3, 0),
                        new Row("weave", "sieve/other", "cpu-ratio", "x", 2, 0),
                        new Row("weave", "kernels/other", "worst", "x", 3, 0));
        assertThat(Table.text(rows, true))
                .containsPattern("other / unwoven +unwoven +virtual")
                .containsPattern("sieve +0.00 ms +3.00 \\+-0.00 +2.00");
        assertThat(Table.verdicts(Shape.WEAVE, rows))
                .isEqualTo(Table.verdicts(Shape.WEAVE, rows()));
    }

    @Test
    void rows_timeOnTheProcessorThatIsUnknown_isLeftOut() {
        Map<String, Samples> all = new LinkedHashMap<>();
        WeaveSession.read(
                List.of(
                        "sample fib/unwoven cpu-ns/op 10",
                        "sample fib/unwoven cpu-ns/op NaN",
                        "sample fib/woven cpu-ns/op 11",
                        "sample fib/woven cpu-ns/op 50"),
                all);

        assertThat(WeaveRows.of(all))
                .contains(new Row("weave", "fib/woven", "cpu-ratio", "x", 1.1, 0));
    }

    @Test
    void round_jvmsAboutTheJdk_takeTurns() {
        List<WeavePart> round = WeavePart.round(true);

        assertThat(round)
                .endsWith(WeavePart.JDK_ALONE, WeavePart.JDK_BESIDE, WeavePart.JDK_REWOVEN)
                .doesNotContain(WeavePart.KERNELS_OUTSIDE);
        assertThat(round.stream().filter(WeavePart.JDK_BESIDE::equals)).hasSize(3);
        assertThat(WeavePart.round(false)).contains(WeavePart.values());
    }

    @Test
    void rows_ratioIsThatOfNeighbours() {
        assertThat(value("fib/woven", "ratio")).isEqualTo((1.1 + 1.2) / 2, within(1e-9));
        assertThat(value("fib/woven", "cpu-ratio")).isEqualTo(1.05, within(1e-9));
    }

    @Test
    void rows_summary_isGeometricMeanAndWorst() {
        assertThat(value("kernels/woven", "geomean"))
                .isEqualTo(Math.sqrt(1.15 * 1.4), within(1e-9));
        assertThat(value("kernels/woven", "worst")).isEqualTo(1.4, within(1e-9));
        assertThat(value("weaver", "ms/MB-cold")).isEqualTo(250, within(1e-9));
    }

    @Test
    void bars_ofWeaving_areJudged() {
        assertThat(Table.verdicts(Shape.WEAVE, rows()))
                .containsExactly(
                        new Bar.Verdict("kernels/woven geomean <= 1.2: 1.27, missed", false),
                        new Bar.Verdict("kernels/woven worst <= 1.45: 1.40, met", true),
                        new Bar.Verdict("jdk/beside cpu <= 1.02 x jdk/alone: 1.01, met", true));
    }

    @Test
    void table_hasALineForEachProgram() {
        assertThat(Table.text(rows(), true))
                .containsPattern("fib +0.00 ms +1.15 \\+-0.05 +1.05")
                .containsPattern("kernels +1.27 / 1.40")
                .containsPattern("jdk/beside +cpu-ratio +1.01 x")
                .containsPattern("weaver +MB/s-cold +4.00 MB/s");
    }

    @ParameterizedTest
    @EnumSource(
            value = WeavePart.class,
            mode = EnumSource.Mode.MATCH_NONE,
            // Those take long, and are made of races.
            names = {"KERNELS_.*", "LIBRARIES_.*", "WEAVER"})
    void run_part_printsSamples(WeavePart part) throws Exception {
        var out = new ByteArrayOutputStream();

        new WeaveRun(ONCE, true, new PrintStream(out, true, StandardCharsets.UTF_8)).run(part);

        Map<String, Samples> all = new LinkedHashMap<>();
        WeaveSession.read(out.toString(StandardCharsets.UTF_8).lines().toList(), all);
        assertThat(all).isNotEmpty();
        assertThat(all.values())
                .allSatisfy(
                        samples ->
                                assertThat(samples.of(Figure.TIME))
                                        .hasSize(1)
                                        .allSatisfy(ns -> assertThat(ns).isPositive()));
    }

    @Test
    void run_weaver_printsItsSpeed() throws Exception {
        var out = new ByteArrayOutputStream();

        new WeaveRun(ONCE, true, new PrintStream(out, true, StandardCharsets.UTF_8))
                .run(WeavePart.WEAVER);

        assertThat(out.toString(StandardCharsets.UTF_8))
                .containsPattern("sample weaver MB/s-cold \\d")
                .containsPattern("sample weaver MB/s-warm \\d");
    }

    @Test
    void session_part_isMeasuredInAJvmOfItsOwn(@TempDir Path scratch) throws Exception {
        var said = new StringWriter();
        var failures = new LinkedHashSet<String>();
        var session = new WeaveSession(new PrintWriter(said), true, scratch, failures);
        Map<String, Samples> all = new LinkedHashMap<>();

        boolean measured = session.measure(WeavePart.JDK_BESIDE, 1, new Effort(1, 1, 1, 1), all);

        assertThat(measured).as(failures.toString()).isTrue();
        assertThat(all).containsOnlyKeys("jdk/beside");
        assertThat(said.toString()).startsWith("weave: jdk-beside, round 1 of 1 ... (");
    }

    @Test
    void wasm_everyKind_computesTheSame() {
        for (var fib :
                List.of(WasmFib.interpreted(), WasmFib.metered(1 << 30), WasmFib.compiled())) {
            assertThat((long) fib.call()).isPositive(); // it checks itself
        }
        assertThat(WasmFib.calls(5)).isEqualTo(15);
        assertThat(WasmFib.fib(18)).isEqualTo(2584);
    }

    @Test
    void wasm_meteredBeyondItsBudget_ends() {
        assertThatThrownBy(() -> WasmFib.metered(1000).call()).hasMessageContaining("budget");
    }
}
