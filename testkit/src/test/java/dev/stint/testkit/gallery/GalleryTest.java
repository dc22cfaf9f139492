package dev.stint.testkit.gallery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SideBySide;
import dev.stint.testkit.Sim;
import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.result.SimFailure;
import dev.stint.testkit.result.SimReplay;
import dev.stint.testkit.result.SimResult;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every strategy finds every bug as soon as the gallery states, and none in what is fixed. {@code
 * -Dstint.gallery.schedules=N} looks at N schedules of what is fixed.
 */
class GalleryTest {
    private static final int SEED = 1;
    private static final int GREEN_SCHEDULES = Integer.getInteger("stint.gallery.schedules", 500);

    @TempDir Path files;

    static Stream<Arguments> tours() {
        return Gallery.exhibits().stream()
                .flatMap(
                        exhibit ->
                                Stream.of(Finder.values())
                                        .map(finder -> Arguments.of(exhibit, finder)));
    }

    @SideBySide
    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("tours")
    void explore_theBug_isFoundInTimeAndReplays(Exhibit exhibit, Finder finder) throws Exception {
        int bound = exhibit.bounds().of(finder);
        SimConfig config =
                exhibit.config(finder, SEED).withFiles(files).withSchedules(Math.abs(bound));

        SimResult result = Sim.explore(config, exhibit.buggy());

        if (bound < 0) {
            assertThat(result.failure()).isEmpty();
            return;
        }
        SimFailure failure =
                result.failure()
                        .orElseThrow(
                                () -> new AssertionError("not found in " + bound + " schedules"));
        assertThat(failure.kind()).describedAs(failure.summary()).isEqualTo(exhibit.kind());
        assertReplays(config, exhibit, failure);
        assertSimpler(exhibit, failure);
    }

    private static void assertReplays(SimConfig config, Exhibit exhibit, SimFailure failure)
            throws InterruptedException {
        Path trace = failure.files().trace().orElseThrow();

        SimReplay replay = Sim.replay(config, trace, exhibit.buggy());

        assertThat(replay.divergence()).isEmpty();
        SimFailure again = replay.result().failure().orElseThrow();
        assertThat(again.kind()).isEqualTo(failure.kind());
        assertThat(again.step()).isEqualTo(failure.step());
        assertThat(again.summary()).isEqualTo(failure.summary());
    }

    /**
     * What exhaustive(2) finds needs two preemptions at most, however it was found. A livelock is
     * shown by a fair schedule instead, which may have many.
     */
    private static void assertSimpler(Exhibit exhibit, SimFailure failure) {
        assertThat(failure.shrunk().after()).isLessThanOrEqualTo(failure.shrunk().before());
        if (failure.kind() != SimFailure.Kind.LIVELOCK && exhibit.bounds().exhaustive() > 0) {
            assertThat(failure.shrunk().after()).isLessThanOrEqualTo(2);
        }
        assertThat(failure.story()).isNotEmpty();
    }

    @SideBySide
    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("tours")
    void explore_theFixedTwin_staysGreen(Exhibit exhibit, Finder finder) throws Exception {
        SimResult result =
                Sim.explore(
                        exhibit.config(finder, SEED)
                                .withFiles(files)
                                .withSchedules(GREEN_SCHEDULES),
                        exhibit.fixed());

        result.throwIfFailed();
        assertThat(result.schedules() == GREEN_SCHEDULES || result.complete()).isTrue();
    }

    @SideBySide
    @Test
    void exhibits_areManyAndToldApart() {
        List<Exhibit> exhibits = Gallery.exhibits();

        assertThat(exhibits).hasSizeGreaterThanOrEqualTo(24);
        assertThat(exhibits).extracting(Exhibit::name).doesNotHaveDuplicates();
        assertThat(exhibits)
                .allSatisfy(
                        exhibit ->
                                assertThat(Finder.values())
                                        .filteredOn(finder -> exhibit.bounds().of(finder) > 0)
                                        .hasSizeGreaterThanOrEqualTo(2));
    }
}
