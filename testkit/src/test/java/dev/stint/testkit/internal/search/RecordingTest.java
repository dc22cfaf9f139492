package dev.stint.testkit.internal.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.env.Decisions.Kind;
import dev.stint.testkit.Sim;
import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.config.Strategy;
import dev.stint.testkit.result.SimFailure;
import dev.stint.testkit.result.SimReplay;
import dev.stint.testkit.result.SimResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordingTest {
    @TempDir private Path folder = Path.of("");

    @Test
    void write_thenRead_isTheSame() throws Exception {
        var choices = new Choices();
        choices.add(Kind.TASK, 3, 2);
        choices.add(Kind.CLAUSE, 2, 0);
        var recording = new Recording(Map.of("test", "a b\nc", "seed", "-7"), choices);
        Path file = folder.resolve("x.trace");

        Files.writeString(file, recording.toText());

        Recording read = Recording.read(file);
        assertThat(read.facts()).containsEntry("test", "a b c");
        assertThat(read.number("seed", 0)).isEqualTo(-7);
        assertThat(read.choices()).isEqualTo(choices);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|is not a trace file",
                "hello|is not a trace file",
                "stint trace 1;decisions 2;TASK 2 1|is cut short: it has 1 decisions of 2",
                "stint trace 1;seed 1|is cut short",
                "stint trace 1;decisions x|line 2 is not a decision",
                "stint trace 1;decisions 1;TASK 2 2|line 3 is not a decision",
                "stint trace 1;decisions 1;TASK 1 0|line 3 is not a decision",
                "stint trace 1;decisions 1;WEEK 2 1|line 3 is not a decision",
                "stint trace 1;decisions 1;TASK|line 3 is not a decision",
            })
    void parse_badFile_saysWhereAndWhat(String lines, String says) {
        assertThatThrownBy(() -> Recording.parse(List.of(lines.split(";")), "x.trace"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("x.trace ")
                .hasMessageContaining(says);
    }

    @Test
    void read_missingFile_isNamed() {
        assertThatThrownBy(() -> Recording.read(folder.resolve("none.trace")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no trace file")
                .hasMessageContaining("none.trace");
    }

    @Test
    void read_binaryFile_isRefused() throws Exception {
        Path file = folder.resolve("x.bin");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
        assertThatThrownBy(() -> Recording.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("it is not text");
    }

    @Test
    void replay_ofAnotherProgram_saysWhereItDiverged() throws Exception {
        SimFailure failure =
                Sim.explore(c -> c.withFiles(folder).withStrategy(Strategy.random()), spawning(2))
                        .failure()
                        .orElseThrow();
        Path trace = failure.trace().orElseThrow();

        SimReplay same = Sim.replay(SimConfig.defaults().withFiles(folder), trace, spawning(2));
        SimReplay other = Sim.replay(SimConfig.defaults().withFiles(folder), trace, spawning(3));

        assertThat(same.divergence()).isEmpty();
        assertThat(other.isSame()).isFalse();
        assertThat(other.divergence().orElseThrow())
                .contains(
                        "decision 1: the program asks for TASK of 3, the recording has TASK of 2");
    }

    @Test
    void strategyReplay_runsTheOneSchedule_orSaysThatItCannot() throws Exception {
        SimFailure failure =
                Sim.explore(c -> c.withFiles(folder).withWorkers(2), spawning(2))
                        .failure()
                        .orElseThrow();
        Strategy again = Strategy.replay(failure.trace().orElseThrow());

        SimResult result = Sim.explore(c -> c.withFiles(folder).withStrategy(again), spawning(2));
        assertThat(result.schedules()).isEqualTo(1);
        assertThat(result.config().workers()).isEqualTo(2);
        assertThat(result.failure().orElseThrow().step()).isEqualTo(failure.step());
        assertThatThrownBy(
                        () ->
                                Sim.explore(
                                        c -> c.withFiles(folder).withStrategy(again), spawning(3)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has left the recording");
    }

    private static Sim.Body spawning(int tasks) {
        return sim -> {
            sim.run(
                    nursery -> {
                        for (int i = 0; i < tasks; i++) {
                            nursery.spawn(Sim::point);
                        }
                    });
            throw new AssertionError("always");
        };
    }
}
