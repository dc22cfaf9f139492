package dev.stint.testkit.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.testkit.Programs;
import dev.stint.testkit.SharedInt;
import dev.stint.testkit.Sim;
import dev.stint.testkit.config.Fault;
import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.config.Strategy;
import dev.stint.testkit.result.SimFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoryTest {
    @TempDir private Path files = Path.of("");

    private SimFailure failureOf(Sim.Body body) throws Exception {
        return failureOf(SimConfig.defaults(), body);
    }

    private SimFailure failureOf(SimConfig config, Sim.Body body) throws Exception {
        return Sim.explore(config.withFiles(files).withStrategy(Strategy.random()), body)
                .failure()
                .orElseThrow();
    }

    /** The lines of a story, without the numbers of source lines. */
    private static List<String> told(SimFailure failure) {
        return failure.story().stream().map(line -> line.replaceAll(":\\d+\\)", ":N)")).toList();
    }

    @Test
    void twoInterruptions_areTheStory() throws Exception {
        assertThat(told(failureOf(Programs::seesBoth)))
                .containsExactly(
                        "  1 body: starts writer (Programs.java:N), starts reader (:N)",
                        "  2 writer: phase.set (Programs.java:N); is interrupted before phase.set"
                                + " (:N)",
                        "  3 reader: phase.get (Programs.java:N); is interrupted before phase.get"
                                + " (:N)",
                        "  4 writer: phase.set (Programs.java:N); ends",
                        "  5 reader: phase.get (Programs.java:N); fails with"
                                + " java.lang.IllegalStateException: saw both (:N)",
                        "  ! FAILED: java.lang.IllegalStateException: saw both (Programs.java:N)");
    }

    @Test
    void loops_areToldOnce() throws Exception {
        assertThat(told(failureOf(Programs.lostUpdate(7))))
                .filteredOn(line -> line.contains("; ends"))
                .hasSize(3)
                .anyMatch(
                        line ->
                                line.contains(
                                        "counter.get (Programs.java:N), counter.set (:N), all this"
                                                + " 7 times"));
    }

    @Test
    void waitsAndWakes_areNamed() throws Exception {
        List<String> story = told(failureOf(Programs::childFails));

        assertThat(story)
                .anyMatch(line -> line.contains("waits: ") && line.contains("waits for a value"))
                .anyMatch(line -> line.contains("waits for the end of a sleep of PT1S (Programs"))
                .anyMatch(line -> line.contains("the clock goes on by 1s and wakes fails"))
                .anyMatch(line -> line.contains("waits for the end of nursery"));
        assertThat(story.get(story.size() - 2))
                .contains("fails: fails with java.lang.IllegalStateException: enough");
    }

    @Test
    void whatComesAfterTheFailure_isNotTold() throws Exception {
        assertThat(String.join("\n", told(failureOf(Programs::childFails))))
                .doesNotContain("cancel");
    }

    @Test
    void taskThatIsNothingOfTheUsers_isToldToo() throws Exception {
        SimFailure failure =
                failureOf(
                        sim -> {
                            Channel<Integer> channel = Channel.rendezvous();
                            sim.run(
                                    nursery -> {
                                        var waits = nursery.spawn("waits", () -> channel.receive());
                                        nursery.spawn("canceller", waits::cancel);
                                        nursery.spawn("passer", Sim::point);
                                    });
                            throw new IllegalStateException("cancelled");
                        });

        assertThat(told(failure))
                .anyMatch(line -> line.contains("canceller: Task.cancel"))
                .anyMatch(line -> line.contains("passer: Sim.point"));
    }

    @Test
    void faults_areTold() throws Exception {
        SimFailure failure =
                failureOf(
                        SimConfig.defaults().withFaults(Fault.failTask()),
                        sim -> sim.run(nursery -> nursery.spawn("victim", Stint::yield)));

        assertThat(String.join("\n", told(failure))).contains("victim: ").contains("fail");
    }

    @Test
    void longStory_leavesOutTheMiddle() throws Exception {
        SimFailure failure =
                failureOf(
                        sim -> {
                            sim.run(
                                    nursery -> {
                                        for (int i = 0; i < 100; i++) {
                                            int number = i;
                                            nursery.spawn(
                                                    "t" + i,
                                                    () -> Stint.sleep(Duration.ofMillis(number)));
                                        }
                                    });
                            throw new IllegalStateException("late");
                        });

        assertThat(failure.story()).hasSizeBetween(55, 62);
        assertThat(failure.story()).anyMatch(line -> line.contains("steps left out"));
        assertThat(failure.story().getLast()).contains("late");
        int left = 0;
        int shown = 0;
        for (String line : failure.story()) {
            if (line.contains("steps left out")) {
                left = Integer.parseInt(line.replaceAll("\\D+", ""));
            } else if (line.matches(" *\\d+ .*")) {
                shown = Integer.parseInt(line.strip().split(" ", 2)[0]);
            }
        }
        assertThat(left).isBetween(100, shown);
    }

    @Test
    void manySteps_areCutAndCounted() throws Exception {
        SimFailure failure =
                failureOf(
                        SimConfig.defaults().withSteps(200_000),
                        sim -> {
                            var counter = new SharedInt(0);
                            sim.run(
                                    nursery -> {
                                        nursery.spawn("a", () -> spin(counter));
                                        nursery.spawn("b", () -> spin(counter));
                                    });
                            throw new IllegalStateException("at last");
                        });

        assertThat(failure.step()).isGreaterThan(60_000);
        assertThat(failure.story()).hasSizeLessThan(70);
        assertThat(String.join("\n", failure.story())).contains("that were not kept");
    }

    private static void spin(SharedInt counter) {
        for (int i = 0; i < 15_000; i++) {
            counter.set(counter.get() + 1);
        }
    }
}
