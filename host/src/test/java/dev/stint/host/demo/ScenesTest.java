package dev.stint.host.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stint.budget.Budget;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every scene, played for a short time. */
@Timeout(120)
class ScenesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final StringWriter out = new StringWriter();
    private final Stage stage =
            new Stage(new PlainScreen(new PrintWriter(out)), 42, Duration.ofSeconds(2), PATIENCE);

    static Stream<Scene> scenes() {
        return Stream.of(
                new Crowd(),
                new Million(30, 50),
                new Hog(),
                new Shares(),
                new Family(3),
                new Bomb(new Budget(200_000, 0, 5_000, 0, 0)),
                new Post(20_000),
                new Panic(),
                new Hours(),
                new Replay(),
                new Leak(),
                new NativeTasks(50),
                new Scripts());
    }

    private Verdict play(Scene scene) throws Exception {
        var findings = new Findings();
        scene.play(stage, findings);
        return findings.verdict(scene, 0);
    }

    @ParameterizedTest
    @MethodSource("scenes")
    void play_scene_holds(Scene scene) throws Exception {
        assumeTrue(scene.whyNot().isEmpty(), () -> scene.whyNot().orElse(""));
        Verdict verdict = play(scene);

        assertThat(verdict.held()).as(verdict.toString()).isTrue();
        assertThat(verdict.figure()).isNotEmpty();
        assertThat(verdict.numbers()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("scenes")
    void scene_fitsIntoATable(Scene scene) {
        assertThat(scene.name()).matches("[a-z]{1,8}");
        assertThat(scene.claim()).hasSizeLessThan(50).doesNotContain("\n");
    }

    /** What the claim rests on is taken away: the scene must notice. */
    @Test
    void hog_withoutTemporaryWorkers_doesNotHold() {
        var impatient = new Stage(stage.screen(), 42, Duration.ZERO, Duration.ofMillis(300));

        assertThatThrownBy(
                        () ->
                                new Hog(Hog.QUICK.withMaxTemporary(0))
                                        .play(impatient, new Findings()))
                .isInstanceOf(TimeoutException.class);
    }

    /** All have the same weight, whatever is said. */
    @Test
    void shares_withoutWeights_doNotHold() throws Exception {
        Verdict verdict = play(new Shares(_ -> 1));

        assertThat(verdict.held()).isFalse();
        assertThat(verdict.figure())
                .contains("tenant 'three' of weight 3 had", "its share is 75 %");
    }

    @Test
    void sharesPicture_overTime_isDrawn() {
        var line = new SharesPicture.Line("one", 1, 25, 24, List.of(0L, 24L, 50L, 100L));

        assertThat(new SharesPicture(List.of(line), 1_500_000_000).rows(Ink.PLAIN))
                .containsExactly(
                        "tenant  weight  share  had  over time",
                        "one          1     25   24   ▂▄█",
                        "1.5 s  one had 24 of 25 %");
    }

    @Test
    void panic_withoutKills_doesNotHold() throws Exception {
        Verdict verdict = play(new Panic(Integer.MAX_VALUE));

        assertThat(verdict.held()).isFalse();
        assertThat(verdict.figure()).isEqualTo("no worker was killed");
    }

    @Test
    void hog_notes_nameItAndItsLoop() throws Exception {
        assertThat(play(new Hog()).notes().getFirst())
                .contains("'hog'", "has made no step for", "ms");
        assertThat(play(new Hog()).notes()).anyMatch(line -> line.contains("Hog.spin"));
    }

    @Test
    void replay_notes_areTheSameForTheSameSeed() throws Exception {
        var first = play(new Replay());

        assertThat(play(new Replay()).notes()).isEqualTo(first.notes());
        assertThat(first.notes()).anyMatch(line -> line.startsWith("deadlock under seed "));
        assertThat(first.notes()).anyMatch(line -> line.contains("waits for the end of task"));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MAX_VALUE, Long.MIN_VALUE})
    void replay_anySeed_holds(long seed) throws Exception {
        var findings = new Findings();

        new Replay().play(new Stage(stage.screen(), seed, Duration.ZERO, PATIENCE), findings);

        assertThat(findings.verdict(new Replay(), 0).held()).isTrue();
    }

    @Test
    void million_manyFewerTasks_countsThem() throws Exception {
        assertThat(play(new Million(7, 11)).numbers()).containsEntry("tasks", 77L);
    }
}
