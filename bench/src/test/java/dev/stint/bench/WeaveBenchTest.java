package dev.stint.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What weaving costs: that it can be measured, and what becomes of the samples. */
class WeaveBenchTest {
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
                    "sample jdk/alone ns/op 100",
                    "sample jdk/beside ns/op 101",
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
    void race_kernel_saysTheSameWovenEverywhere(Kernel kernel) throws Exception {
        try (var race = new TwinRace(List.of(Place.values()))) {
            var samples = race.run(Twin.of(kernel), 0, 1);

            assertThat(samples).hasSize(2 * Place.values().length);
            assertThat(samples.values())
                    .allSatisfy(one -> assertThat(one.of(Figure.TIME)).hasSize(1));
        }
    }

    @Test
    void race_twinsThatSayDifferentThings_fails() throws Exception {
        try (var race = new TwinRace(List.of(Place.OUTSIDE))) {
            assertThatThrownBy(() -> race.run(new Twin("odd", () -> 1L, () -> 2L), 0, 1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("odd says ");
        }
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
                        new Bar.Verdict("jdk/beside <= 1.02 x jdk/alone: 1.01, met", true));
    }

    @Test
    void table_hasALineForEachProgram() {
        assertThat(Table.text(rows(), true))
                .containsPattern("fib +0.00 ms +1.15 \\+-0.05 +1.05")
                .containsPattern("kernels +1.27 / 1.40")
                .containsPattern("jdk/beside +ratio +1.01 x")
                .containsPattern("weaver +MB/s-cold +4.00 MB/s");
    }

    @ParameterizedTest
    @EnumSource(
            value = WeavePart.class,
            names = {"JDK_ALONE", "JDK_BESIDE", "WASM", "START_UNWOVEN", "START_WOVEN"})
    void run_part_printsSamples(WeavePart part) throws Exception {
        var out = new ByteArrayOutputStream();

        new WeaveRun(0, 1, new PrintStream(out, true, StandardCharsets.UTF_8)).run(part);

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
    void wasm_meteredProgram_countsWhatItDoes() {
        var seen = new ArrayList<Double>();

        for (var fib : List.of(WasmFib.interpreted(), WasmFib.metered(), WasmFib.compiled())) {
            seen.add(WasmFib.nanosPerCall(fib));
        }

        assertThat(seen).allSatisfy(nanos -> assertThat(nanos).isPositive());
        assertThat(WasmFib.calls(5)).isEqualTo(15);
    }
}
