package dev.stint.host.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.host.text.JsonChecker;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ProgrammeTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration BRIEF = Duration.ofMillis(500); // of a scene that hangs

    private final StringWriter out = new StringWriter();

    /** A scene for a test. */
    private record Play(String name, Body body) implements Scene {
        interface Body {
            void play(Findings findings) throws Exception;
        }

        @Override
        public String claim() {
            return "it is \"so\"";
        }

        @Override
        public void play(Stage stage, Findings findings) throws Exception {
            body.play(findings);
        }
    }

    private static final Scene GOOD =
            new Play(
                    "good",
                    findings -> {
                        findings.expect(true, "never said");
                        findings.note("tab\there, \u001b escape, half a pair \ud83d");
                        findings.number("answer", 42);
                        findings.figure("42 of 42");
                    });

    private boolean run(@Nullable Path json, Scene... scenes) {
        return run(PATIENCE, json, scenes);
    }

    private boolean run(Duration patience, @Nullable Path json, Scene... scenes) {
        var screen = new PlainScreen(new PrintWriter(out));
        return new Programme(List.of(scenes), screen, patience)
                .run(new Plan(0, 0x5eed, Optional.ofNullable(json), true, false));
    }

    @Test
    void run_everyClaimHolds_saysSo() {
        assertThat(run(null, GOOD, GOOD)).isTrue();
        assertThat(out.toString())
                .contains("seed 0x5eed", "good: it is \"so\"", "✓ 42 of 42", "all 2 claims held")
                .doesNotContain("✗");
    }

    @Test
    void run_sceneThatCannotBePlayed_isSkippedWithALine(@TempDir Path folder) throws Exception {
        var missing =
                new Scene() {
                    @Override
                    public String name() {
                        return "missing";
                    }

                    @Override
                    public String claim() {
                        return "it is so";
                    }

                    @Override
                    public Optional<String> whyNot() {
                        return Optional.of("there is no stage for it");
                    }

                    @Override
                    public void play(Stage stage, Findings findings) {
                        throw new AssertionError("it was played");
                    }
                };
        Path json = folder.resolve("demo.json");

        assertThat(run(json, missing, GOOD)).isTrue();
        assertThat(out.toString())
                .contains("  skipped: there is no stage for it", "all 1 claims held");
        assertThat(Files.readString(json)).contains("\"missing\": \"there is no stage for it\"");
    }

    @Test
    void run_wrongCount_fails() {
        var bad = new Play("bad", findings -> findings.expectEqual("tasks ended", 999, 1000));

        assertThat(run(null, GOOD, bad)).isFalse();
        assertThat(out.toString())
                .contains("✗ tasks ended is 999, not 1,000")
                .contains("✗ bad   it is \"so\"  tasks ended is 999, not 1,000")
                .endsWith(
                        "1 of 2 claims did not hold: bad; again: ./stint demo --seed 0x5eed --seconds 0%n"
                                .formatted());
    }

    @Test
    void run_sceneThatThrows_failsAndTheNextIsPlayed() {
        var broken =
                new Play(
                        "broken",
                        findings -> {
                            findings.expect(true, "never said");
                            throw new AssertionError("out of luck");
                        });

        assertThat(run(null, broken, GOOD)).isFalse();
        assertThat(out.toString())
                .contains("✗ java.lang.AssertionError: out of luck", "| at ", "✓ 42 of 42");
    }

    @Test
    void run_sceneThatChecksNothing_fails() {
        assertThat(run(null, new Play("idle", findings -> findings.figure("1")))).isFalse();
        assertThat(out.toString()).contains("✗ nothing was checked");
    }

    @Test
    void run_sceneThatHangs_failsAndTheNextIsPlayed() {
        var hangs = new Play("hangs", findings -> new CountDownLatch(1).await());

        assertThat(run(BRIEF, null, hangs, GOOD)).isFalse();
        assertThat(out.toString()).contains("✗ it hung", "✓ 42 of 42");
    }

    @Test
    void run_withoutTerminal_printsNoControlCharacters() {
        var quiet = new Play("quiet", findings -> findings.expect(false, "why"));

        run(null, quiet);

        assertThat(out.toString())
                .doesNotContain("\u001b", "\r\u001b")
                .doesNotMatch("(?s).*\r[^\n].*");
    }

    @Test
    void run_json_holdsWhatWasPrinted(@TempDir Path folder) throws Exception {
        var file = folder.resolve("result.json");
        var bad = new Play("bad", findings -> findings.expect(false, "a \\ and a\nline"));

        run(file, GOOD, bad);

        String json = Files.readString(file);
        JsonChecker.check(json);
        assertThat(json)
                .contains("\"seed\": \"0x5eed\"")
                .contains("\"held\": false")
                .contains("\"claim\": \"it is \\\"so\\\"\"")
                .contains("\"tab\\there, \\u001b escape, half a pair \\ud83d\"")
                .contains("\"answer\": 42")
                .contains("\"figure\": \"a \\\\ and a\\nline\"");
    }

    @Test
    void run_jsonCannotBeWritten_fails(@TempDir Path folder) {
        assertThat(run(folder, GOOD)).isFalse();
        assertThat(out.toString()).contains("the result could not be written", "all 1 claims held");
    }
}
