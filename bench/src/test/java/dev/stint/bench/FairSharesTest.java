package dev.stint.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stint.bench.LinePlot.Point;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** [EVOLUTION:stage-0] What is reckoned and drawn of shares, waits and tenants. */
class FairSharesTest {
    @TempDir private Path folder;

    private static List<Row> tenants(double busy10, double busy10000, double bytes) {
        return List.of(
                row("tenants", "ns-busy-10", "ns", busy10),
                row("tenants", "ns-busy-10000", "ns", busy10000),
                row("tenants", "bytes", "B", bytes));
    }

    private static Row row(String bench, String metric, String unit, double value) {
        return new Row(bench, "stint", metric, unit, value, 0);
    }

    private static int lines(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
                .getElementsByTagName("polyline")
                .getLength();
    }

    @ParameterizedTest
    @CsvSource({
        "0.666667, 2, 0.001", // nothing is as good as what can be written down
        "0.653333, 2, 4", // the lighter one had 4 % more than its third
        "0.680000, 2, 4",
        "0.918182, 10, 10",
        "0.5, 1, 0.001",
    })
    void error_ofShares_isThatOfTheWorse(double share, int weight, double error) {
        assertThat(SharesBench.error(share, weight)).isCloseTo(error, within(0.01));
    }

    @Test
    void virtual_twoToOne_isWithinTheBar() throws Exception {
        try (var run = new SharesRun(1)) {
            run.join(2);
            run.join(1);
            run.run(100);

            assertThat(run.share(0)).isCloseTo(2 / 3.0, within(0.02));
            assertThat(run.had(0) + run.had(1))
                    .isGreaterThanOrEqualTo(100L * SharesRun.OPS_A_MILLI);
        }
    }

    @Test
    void waits_withoutAnswers_countAsLongAsAnybodyWaited() {
        var waits = new InteractiveBench.Waits(100);
        for (int i = 1; i <= 98; i++) {
            waits.add(i);
        }

        assertThat(waits.percentile(0.5)).isEqualTo(50);
        assertThat(waits.percentile(0.98)).isEqualTo(98);
        assertThat(waits.percentile(0.99)).isEqualTo(1e9);
        assertThat(waits.unanswered()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"1, 3", "2, 4", "10, 10", "1000, 10"})
    void priority_ofAWeight_isOneOfTheJdk(int weight, int priority) {
        assertThat(ThreadRivals.priority(weight)).isEqualTo(priority);
    }

    @ParameterizedTest
    @EnumSource(
            value = Impl.class,
            names = {"STINT", "VIRTUAL_THREADS", "KOTLIN", "THREAD_POOLS"})
    @Timeout(30)
    void rivals_ofEach_spinAndAnswerAndEnd(Impl impl) throws Exception {
        var rounds = new AtomicLong();
        var answers = new Semaphore(0);

        try (var rivals = Rivals.of(impl, 2)) {
            Rivals.Bell bell = rivals.open(1, 0).answerWith(answers::release);
            bell.ring();
            assertThat(answers.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
            rivals.open(2, 10_000).spin(rounds);
            while (rounds.get() < 100) {
                Thread.onSpinWait();
            }
        }

        long after = rounds.get();
        assertThat(rounds.get()).isEqualTo(after);
    }

    @Test
    void bars_ofTenants_areTheLogarithmAndFourKilobytes() {
        assertThat(Table.verdicts(Shape.TENANTS, tenants(100, 390, 4_000)))
                .containsExactly(
                        new Bar.Verdict("stint ns-busy-10000 <= 4.0 x ns-busy-10: 3.90, met", true),
                        new Bar.Verdict("stint bytes <= 4096.0: 4000.0, met", true));
        assertThat(Table.verdicts(Shape.TENANTS, tenants(100, 410, 5_000)))
                .noneMatch(Bar.Verdict::met);
    }

    @Test
    void bars_ofSharesAndWaits_areTwoPerCentAndFiveMilliseconds() {
        var rows =
                List.of(
                        row("shares", "virtual-2:1", "%", 1.9),
                        row("shares", "virtual-10:1", "%", 2.1),
                        row("interactive", "p99-ns", "ns", 5_000_001));

        assertThat(Table.verdicts(Shape.SHARES, rows))
                .extracting(Bar.Verdict::met)
                .containsExactly(true, false);
        assertThat(Table.verdicts(Shape.INTERACTIVE, rows))
                .extracting(Bar.Verdict::met)
                .containsExactly(false);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1.1, 2", "70, 80", "81, 100", "100, 100", "390, 400", "0.3, 0.4"})
    void roundUp_toWhatDividesWell(double highest, double rounded) {
        assertThat(LinePlot.roundUp(highest)).isCloseTo(rounded, within(1e-9));
    }

    @Test
    void svg_ofLines_isWellFormed() throws Exception {
        String svg =
                new LinePlot("<a>", "b & c", "d")
                        .mark(0, "0")
                        .mark(10, "10")
                        .line("one", List.of(new Point(0, 0), new Point(10, 50)))
                        .line("other", List.of(new Point(5, 25)))
                        .svg();

        assertThat(lines(svg)).isEqualTo(2);
        assertThat(svg).contains("70,280 520,149").contains("&lt;a&gt;");
    }

    @Test
    void plots_ofARun_areBesideTheCharts() throws Exception {
        var machine = new Machine(Instant.EPOCH, "cpu", 2, 1024, "system", "jdk", "abc123", 0.5);
        var rows = new ArrayList<>(tenants(100, 390, 4_000));
        rows.add(row("shares", "real-10:1", "%", 1));

        Path written = new ResultFolder(machine, List.of("shares"), true).write(folder, rows);

        assertThat(lines(Files.readString(written.resolve("tenants-plot.svg")))).isEqualTo(4);
        assertThat(lines(Files.readString(written.resolve("shares-plot.svg")))).isEqualTo(3);
        assertThat(Files.readString(written.resolve("README.md")))
                .contains("![shares, drawn](shares-plot.svg)");
    }
}
