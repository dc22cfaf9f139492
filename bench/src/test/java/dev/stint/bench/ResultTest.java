package dev.stint.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** [EVOLUTION:gate-scale] From samples to what is read: rows, ratios, bars, files. */
class ResultTest {
    private static final List<Row> ROWS =
            List.of(
                    new Row("spawn", "stint", "ns/op", "ns", 50, 1.5),
                    new Row("spawn", "virtual-threads", "ns/op", "ns", 200, 4),
                    new Row("spawn", "kotlin", "ns/op", "ns", 100, 4));

    private static final Machine MACHINE =
            new Machine(
                    Instant.parse("2026-01-02T03:04:05Z"),
                    "cpu",
                    2,
                    1024,
                    "system",
                    "jdk",
                    "abc123",
                    0.5);

    @TempDir private Path folder;

    @Test
    void samples_haveMedianAndDeviation() {
        var samples = new Samples();
        for (double value : new double[] {1, 2, 3, 4, 100}) {
            samples.add("ns/op", value);
        }

        assertThat(samples.median("ns/op")).isEqualTo(3);
        assertThat(samples.error("ns/op")).isEqualTo(1);
        assertThat(Samples.median(List.of(1.0, 2.0))).isEqualTo(1.5);
    }

    @Test
    void json_isAnArrayOfRows() {
        assertThat(Row.toJson(ROWS.subList(0, 1)))
                .isEqualTo(
                        """
                        [
                          {"bench": "spawn", "impl": "stint", "metric": "ns/op", "unit": "ns", \
                        "value": 50, "error": 1.5}
                        ]
                        """);
    }

    @Test
    void bars_areJudgedByPeerDividedByStint() {
        assertThat(Table.verdicts(Shape.SPAWN, ROWS))
                .containsExactly(
                        new Bar.Verdict("stint >= 3.0 x virtual-threads: 4.00, met", true),
                        new Bar.Verdict("stint >= 4.0 x kotlin: 2.00, missed", false),
                        new Bar.Verdict("stint ns/op <= 1000.0: 50.0, met", true));
    }

    @Test
    void bars_ofTheTree_areTenAndFive() {
        var rows =
                List.of(
                        new Row("skynet", "stint", "ns/op", "ns", 100, 1),
                        new Row("skynet", "virtual-threads", "ns/op", "ns", 1000, 1),
                        new Row("skynet", "kotlin", "ns/op", "ns", 900, 1),
                        new Row("skynet", "go", "ns/op", "ns", 500, 1));

        assertThat(Table.verdicts(Shape.SKYNET, rows))
                .containsExactly(
                        new Bar.Verdict("stint >= 10.0 x virtual-threads: 10.0, met", true),
                        new Bar.Verdict("stint >= 10.0 x kotlin: 9.00, missed", false),
                        new Bar.Verdict("stint >= 5.0 x go: 5.00, met", true));
    }

    @Test
    void bars_ofTheHandOver_areThoseOfBothKindsOfCores() {
        var rows =
                List.of(
                        new Row("pingpong", "stint", "ns/op", "ns", 100, 1),
                        new Row("pingpong", "stint-bare", "ns/op", "ns", 80, 1),
                        new Row("pingpong", "virtual-threads", "ns/op", "ns", 125, 1),
                        new Row("pingpong", "jox", "ns/op", "ns", 230, 1),
                        new Row("pingpong", "kotlin", "ns/op", "ns", 144, 1),
                        new Row("pingpong", "go", "ns/op", "ns", 100, 1));

        assertThat(Table.verdicts(Shape.PINGPONG, rows))
                .containsExactly(
                        new Bar.Verdict("stint >= 2.4 x jox: 2.30, missed", false),
                        new Bar.Verdict("stint >= 1.25 x virtual-threads: 1.25, met", true),
                        new Bar.Verdict("stint >= 1.2 x kotlin: 1.44, met", true),
                        new Bar.Verdict("stint >= 1.0 x go: 1.00, met", true),
                        new Bar.Verdict("stint-bare >= 1.8 x kotlin: 1.80, met", true),
                        new Bar.Verdict("stint-bare >= 1.5 x go: 1.25, missed", false));
    }

    @ParameterizedTest
    @CsvSource({
        "buffered, kotlin 2.0 jox 2.0 go 1.0",
        "fanin, kotlin 2.0 jox 2.0 go 1.0",
        "select2, kotlin 1.0 jox 2.0",
        "select8, kotlin 1.0 jox 2.0",
    })
    void bars_ofChannels_areThoseOfTheDesign(String bench, String expected) {
        var bars =
                Bar.ALL.stream()
                        .filter(bar -> bar.bench().equals(bench))
                        .map(Bar.Ratio.class::cast)
                        .map(bar -> bar.peer().label() + " " + bar.least());

        assertThat(bars.collect(Collectors.joining(" "))).isEqualTo(expected);
    }

    @Test
    void table_showsRatiosAndTheDisclaimer() {
        assertThat(Table.text(ROWS, true))
                .containsPattern("virtual-threads +ns/op +200.0 ns +4.00 +4.00 x")
                .contains("not a claim about your workload");
    }

    @Test
    void write_leavesEverythingInAFolderOfItsOwn() throws Exception {
        var written = new ResultFolder(MACHINE, List.of("spawn"), true).write(folder, ROWS);

        assertThat(written).isEqualTo(folder.resolve("2026-01-02-abc123"));
        assertThat(written.resolve("rows.json")).hasContent(Row.toJson(ROWS));
        assertThat(written.resolve("env.txt")).hasContent(MACHINE.text(List.of("spawn"), true));
        assertThat(Files.readString(written.resolve("README.md")))
                .contains("not a claim about your workload")
                .contains("| kotlin | ns/op | 100.0 ns | 4.00 | 2.00 |");
        var svg = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        assertThat(svg.parse(written.resolve("spawn.svg").toFile()).getElementsByTagName("rect"))
                .extracting(rects -> rects.getLength())
                .isEqualTo(1 + ROWS.size());
    }

    @Test
    void write_whereARunIsAlready_leavesThatAlone() throws Exception {
        var first = new ResultFolder(MACHINE, List.of("spawn"), true).write(folder, ROWS);
        var second = new ResultFolder(MACHINE, List.of("yield"), true).write(folder, List.of());

        assertThat(second).isEqualTo(folder.resolve("2026-01-02-abc123-2"));
        assertThat(first.resolve("rows.json")).hasContent(Row.toJson(ROWS));
    }

    @Test
    void environment_namesMachineAndCommand() {
        assertThat(MACHINE.text(List.of("spawn", "--quick"), true))
                .contains("command  ./stint bench spawn --quick")
                .contains("commit   abc123")
                .contains("-XX:+UseParallelGC");
    }
}
