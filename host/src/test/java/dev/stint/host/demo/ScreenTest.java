package dev.stint.host.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.event.SchedulerSnapshot;
import dev.stint.event.TaskSnapshot;
import dev.stint.event.WorkerSnapshot;
import dev.stint.task.Priority;
import dev.stint.task.TaskState;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScreenTest {
    private static final long SECOND = 1_000_000_000;

    private final StringWriter out = new StringWriter();
    private final PrintWriter writer = new PrintWriter(out);

    private static WorkerSnapshot worker(int id, boolean asleep, boolean stalled, long steps) {
        long task = asleep ? -1 : 7;
        return new WorkerSnapshot(
                id, id > 1, asleep, stalled, task, 3, 0, steps, steps / 2, 5, 0, 0);
    }

    private static SchedulerSnapshot snapshot(long finished, List<WorkerSnapshot> workers) {
        var task = new TaskSnapshot(7, "fan", TaskState.RUNNING, Priority.NORMAL, "", 0, List.of());
        return new SchedulerSnapshot(
                "test", 12, finished + 12, finished, 0, 0, workers, List.of(task), List.of());
    }

    private static Picture picture() {
        return new WorkersPicture(
                snapshot(1000, List.of(worker(0, false, false, 100), worker(1, true, false, 0))),
                snapshot(
                        5000,
                        List.of(
                                worker(0, false, false, 4100),
                                worker(1, true, false, 50),
                                worker(2, false, true, 8))),
                2 * SECOND,
                3 * SECOND);
    }

    @Test
    void rows_ofAPicture_areATable() {
        assertThat(picture().rows(Ink.PLAIN))
                .containsExactly(
                        "worker  state    task        queued  steps/s  started  stolen",
                        "     0  running  fan              3    2,000    2,050       5",
                        "     1  asleep   -                3       25       25       5",
                        "    2+  stalled  fan              3        4        4       5",
                        "3.0 s  2,000 tasks/s, 5,000 ended, 12 active");
    }

    @Test
    void line_ofAPicture_countsTheWorkers() {
        assertThat(picture().line())
                .isEqualTo(
                        "3.0 s  2,000 tasks/s, 5,000 ended, 12 active,"
                                + " workers 1 asleep, 1 running, 1 stalled");
    }

    @Test
    void rows_ofManyWorkers_fitOnATerminal() {
        var workers = new ArrayList<WorkerSnapshot>();
        for (int i = 0; i < 100; i++) {
            workers.add(worker(i, true, false, 0));
        }
        var crowded =
                new WorkersPicture(snapshot(0, workers), snapshot(0, workers), SECOND, SECOND);

        assertThat(crowded.rows(Ink.PLAIN)).hasSizeLessThan(20).contains("and 84 more workers");
    }

    @Test
    void live_secondPicture_isDrawnOverTheFirst() {
        var screen = new LiveScreen(writer, Ink.PLAIN);

        screen.show(picture());
        int first = out.toString().length();
        screen.show(picture());

        assertThat(out.toString().substring(first)).startsWith("\u001b[5A\r");
    }

    @Test
    void live_pictureThatIsKept_isNotDrawnOver() {
        var screen = new LiveScreen(writer, Ink.PLAIN);

        screen.keep(picture());
        int first = out.toString().length();
        screen.say("next");

        assertThat(out.toString().substring(first)).startsWith("\r").contains("next\n");
    }

    @Test
    void live_everyFrame_turnsWrappingOnAgain() {
        new LiveScreen(writer, Ink.COLOUR).show(picture());

        assertThat(out.toString()).endsWith("\u001b[?7h");
    }

    @Test
    void plain_pictures_areALinePerSecondAtMost() {
        var screen = new PlainScreen(writer);

        for (int i = 0; i < 50; i++) {
            screen.show(picture());
        }

        assertThat(out.toString().lines()).hasSizeLessThan(5);
    }

    @ParameterizedTest
    @CsvSource({
        "true, xterm, '', LiveScreen, COLOUR",
        "true, xterm, 1, LiveScreen, PLAIN",
        "true, dumb, '', PlainScreen, PLAIN",
        "true, '', '', PlainScreen, PLAIN",
        "false, xterm, '', PlainScreen, PLAIN"
    })
    void on_environment_decidesTheScreen(
            boolean isTerminal, String term, String noColor, String kind, Ink ink) {
        var screen = Screen.on(writer, isTerminal, Map.of("TERM", term, "NO_COLOR", noColor));

        assertThat(screen.getClass().getSimpleName()).isEqualTo(kind);
        assertThat(screen.ink()).isEqualTo(ink);
    }
}
