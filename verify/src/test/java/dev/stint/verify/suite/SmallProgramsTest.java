package dev.stint.verify.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All schedules with two preemptions. With three of them: ./stint verify. */
class SmallProgramsTest {
    private static final String TWIN = "Weakened";

    @TempDir Path files;

    static Stream<Small> proofs() {
        return SmallPrograms.all().stream().filter(small -> !small.name().endsWith(TWIN));
    }

    static Stream<Small> twins() {
        return SmallPrograms.all().stream().filter(small -> small.name().endsWith(TWIN));
    }

    @ParameterizedTest
    @MethodSource("proofs")
    void judge_allSchedules_comeToAllOutcomesAndNoOther(Small small) throws Exception {
        assertThat(small.judge(2, files)).isNull();
    }

    @ParameterizedTest
    @MethodSource("twins")
    void judge_twin_isFoundOut(Small small) throws Exception {
        assertThat(small.judge(2, files)).contains("came to");
    }

    @Test
    void judge_anOutcomeThatIsNeverReached_isToldOf() throws Exception {
        var small = new Small("Two", sim -> "one", Set.of("one", "two"));

        assertThat(small.judge(2, files)).contains("came only to [one] of [one, two]");
    }
}
