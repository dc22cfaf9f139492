package dev.stint.testkit.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.testkit.Programs;
import dev.stint.testkit.Sim;
import dev.stint.testkit.result.SimFailure;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class WhereaboutsTest {
    @TempDir private Path files = Path.of("");

    private String whereaboutsIn(Sim.Body body) throws Exception {
        SimFailure failure =
                Sim.explore(c -> c.withFiles(files).withShrinks(false), body)
                        .failure()
                        .orElseThrow();
        return failure.where()
                .replaceAll("\\.java:\\d+", ".java:N")
                .replaceAll("task \\d+", "task");
    }

    @Test
    void childFails_siblingsAreSeenAsTheyWereThen() throws Exception {
        assertThat(whereaboutsIn(Programs::childFails))
                .isEqualTo(
                        """
                        nursery 1 CLOSING
                          task 'waits' BLOCKED, waits for a value in rendezvous channel 'never', at Programs.java:N
                          task 'opens' BLOCKED, waits for the end of nursery 5 'inner', at Programs.java:N
                            nursery 5 'inner' CLOSING
                              task 'sleeps' BLOCKED, waits for the end of a sleep of PT1H, at Programs.java:N
                          task 'fails' failed, at Programs.java:N\
                        """);
    }

    @Test
    void bodyThrowsInsideTheNursery_childrenAreSeenAsTheyWereThen() throws Exception {
        String where =
                whereaboutsIn(
                        sim ->
                                sim.run(
                                        nursery -> {
                                            nursery.spawn("unstarted", () -> {});
                                            throw new IllegalStateException("body");
                                        }));

        assertThat(where).contains("OPEN").contains("task 'unstarted' READY, has not begun");
    }

    @Test
    void failureThatIsHandled_isNotTheMoment() throws Exception {
        String where =
                whereaboutsIn(
                        sim -> {
                            sim.run(
                                    nursery -> {
                                        var first =
                                                sim.scheduler()
                                                        .root()
                                                        .spawn("handled", Programs::fail);
                                        first.awaitOutcome();
                                        Channel<Integer> never = Channel.rendezvous();
                                        nursery.spawn("later", () -> never.receive());
                                        nursery.spawn(
                                                "bad",
                                                () -> {
                                                    Stint.sleep(Duration.ofDays(1));
                                                    Programs.fail();
                                                });
                                    });
                        });

        assertThat(where).contains("'later' BLOCKED").contains("'bad' failed");
        assertThat(where).doesNotContain("handled");
    }

    @Test
    void everythingHasEnded_saysSo() throws Exception {
        assertThat(whereaboutsIn(Programs.lostUpdate(3))).isEqualTo("all tasks had ended");
    }

    @Test
    @Timeout(30)
    void causesThatGoInACircle_areWalkedOnce() throws Exception {
        var one = new IllegalStateException("one");
        var two = new IllegalStateException("two", one);
        one.initCause(two);
        var tape = new RunLog(0);
        tape.failing(new IllegalStateException("another"));

        tape.failing(one);

        assertThat(tape.settle(two)).isEqualTo("all tasks had ended");
    }

    @Test
    void hundredsOfTasks_areCounted() throws Exception {
        String where =
                whereaboutsIn(
                        sim ->
                                sim.run(
                                        nursery -> {
                                            Channel<Integer> never = Channel.rendezvous();
                                            for (int i = 0; i < 300; i++) {
                                                nursery.spawn(() -> never.receive());
                                            }
                                        }));

        assertThat(where.lines()).hasSize(51);
        assertThat(where).endsWith("and 251 lines more");
    }
}
