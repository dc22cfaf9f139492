package dev.stint.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.event.Event;
import dev.stint.guard.KeptHeap;
import dev.stint.task.Task;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.management.JMX;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShownTest {
    @TempDir private Path folder;

    private Path record() throws Exception {
        Path file = folder.resolve("run.jfr");
        try (var recording = new Recording()) {
            recording.start();
            try (var scheduler =
                    Scheduler.open(
                            c ->
                                    c.withSeed(5)
                                            .withUncaught(failure -> {})
                                            .withSink(new FlightRecorderSink()))) {
                scheduler.runInNursery(
                        n -> n.withName("page"),
                        nursery ->
                                nursery.spawn("greeter", () -> Stint.sleep(Duration.ofMillis(1))));
                scheduler
                        .root()
                        .spawn(
                                "broken",
                                () -> {
                                    throw new IllegalStateException("on purpose");
                                });
            }
            recording.stop();
            recording.dump(file);
        }
        return file;
    }

    private static List<RecordedEvent> ofType(List<RecordedEvent> all, String type) {
        return all.stream().filter(e -> e.getEventType().getName().equals(type)).toList();
    }

    @Test
    void recording_ofARun_hasItsTasksNurseriesAndFailures() throws Exception {
        List<RecordedEvent> all = RecordingFile.readAllEvents(record());

        assertThat(ofType(all, "dev.stint.Task"))
                .extracting(e -> e.getString("name") + " " + e.getString("outcome"))
                .containsExactlyInAnyOrder("greeter COMPLETED", "broken COMPLETED");
        assertThat(ofType(all, "dev.stint.Nursery"))
                .extracting(e -> e.getString("name") + " " + e.getString("state"))
                .contains("page OPEN", "page CLOSED");
        assertThat(ofType(all, "dev.stint.FailureUnseen"))
                .singleElement()
                .satisfies(e -> assertThat(e.getString("description")).contains("'broken'"));
    }

    @Test
    void recording_ofAWarning_hasWhatATenantKeeps() throws Exception {
        Path file = folder.resolve("warning.jfr");
        try (var recording = new Recording()) {
            recording.start();
            new FlightRecorderSink()
                    .accept(new Event.HeapWarning("acme", new KeptHeap(7, 1, List.of()), 9));
            recording.stop();
            recording.dump(file);
        }

        assertThat(ofType(RecordingFile.readAllEvents(file), "dev.stint.HeapWarning"))
                .extracting(e -> e.getString("tenant"), e -> e.getLong("kept"))
                .containsExactly(tuple("acme", 7L));
    }

    @Test
    void view_ofTasks_isATable() throws Exception {
        String tool = Path.of(System.getProperty("java.home"), "bin", "jfr").toString();
        Process jfr =
                new ProcessBuilder(tool, "view", "--width", "120", "dev.stint.Task", record() + "")
                        .redirectErrorStream(true)
                        .start();
        String said = new String(jfr.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(jfr.waitFor()).as(said).isZero();
        assertThat(said).contains("Name", "Outcome", "greeter", "broken");
    }

    @Test
    void bean_showsTheSchedulerUntilItIsClosed() throws Exception {
        var server = ManagementFactory.getPlatformMBeanServer();
        try (var scheduler = Scheduler.open(c -> c.withName("shown").withWorkers(2))) {
            Task<?> sleeper =
                    scheduler.root().spawn("sleeper", () -> Stint.sleep(Duration.ofHours(1)));
            try (var bean = SchedulerBean.register(scheduler)) {
                var proxy = JMX.newMXBeanProxy(server, bean.name(), SchedulerMXBean.class);
                while (proxy.dumpTasks().isEmpty()) {
                    Thread.onSpinWait();
                }
                assertThat(proxy.getActiveTasks()).isEqualTo(1);
                assertThat(proxy.getSpawnedTasks()).isEqualTo(1);
                assertThat(proxy.getFinishedTasks()).isZero();
                assertThat(proxy.getWorkers()).isEqualTo(2);
                assertThat(proxy.getTemporaryWorkers()).isZero();
                assertThat(proxy.dumpTasks()).singleElement().asString().contains("'sleeper'");
                assertThatThrownBy(() -> SchedulerBean.register(scheduler))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("scheduler 'shown' cannot be shown by JMX");
            }
            assertThat(server.queryNames(null, null))
                    .noneMatch(name -> name.getDomain().equals("dev.stint"));
            sleeper.cancel();
        }
    }

    @Test
    void meters_followTheScheduler() throws IOException, InterruptedException {
        var registry = new SimpleMeterRegistry();
        try (var scheduler = Scheduler.open(c -> c.withName("metered").withSeed(2))) {
            new StintMetrics(scheduler).bindTo(registry);
            for (int i = 0; i < 5; i++) {
                scheduler.run(() -> {});
            }

            var tagged = registry.get("stint.tasks.spawned").tag("scheduler", "metered");
            assertThat(tagged.functionCounter().count()).isEqualTo(5);
            assertThat(registry.get("stint.tasks.active").gauge().value()).isZero();
            assertThat(registry.get("stint.workers").gauge().value())
                    .isEqualTo(scheduler.config().workers());
        }
    }
}
