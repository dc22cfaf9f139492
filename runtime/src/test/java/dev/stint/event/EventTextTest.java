package dev.stint.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.task.Priority;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What people read when something is stuck; and that nobody can change it afterwards. */
class EventTextTest {
    private static final StackTraceElement OURS = frame("dev.stint.internal.stack.Core", "park");
    private static final StackTraceElement JDKS = frame("java.lang.VirtualThread", "run");
    private static final StackTraceElement USERS = frame("com.example.Parser", "parse");

    private static StackTraceElement frame(String type, String method) {
        return new StackTraceElement(type, method, "File.java", 7);
    }

    private static TaskSnapshot task(
            long id, String name, String waitsFor, StackTraceElement... s) {
        return new TaskSnapshot(
                id, name, TaskState.BLOCKED, Priority.NORMAL, waitsFor, 0, List.of(s));
    }

    // ---- TaskSnapshot

    @Test
    void toLine_everythingKnown_saysWhoWhatForAndWhere() {
        assertThat(task(41, "parse-7", "task 17 'read'", OURS, JDKS, USERS).toLine())
                .isEqualTo(
                        "task 41 'parse-7' BLOCKED, waits for task 17 'read', at"
                                + " com.example.Parser.parse(File.java:7)");
    }

    @Test
    void toLines_veryMany_showsTheFirstAndCountsTheRest() {
        List<TaskSnapshot> many = new ArrayList<>();
        for (int i = 1; i <= 200_000; i++) {
            many.add(task(i, "", ""));
        }

        assertThat(TaskSnapshot.toLines(many).lines())
                .hasSize(52)
                .startsWith("", "  task 1 BLOCKED")
                .endsWith("  task 50 BLOCKED", "  and 199950 more");
    }

    @Test
    void toLine_nothingKnown_saysNoMoreThanThat() {
        assertThat(task(41, "", "").toLine()).isEqualTo("task 41 BLOCKED");
    }

    @Test
    void toLine_onlyPlumbingOnTheStack_namesNoFrame() {
        assertThat(
                        task(
                                        1,
                                        "",
                                        "",
                                        OURS,
                                        JDKS,
                                        frame("dev.stint.Stint", "sleep"),
                                        frame("jdk.internal.vm.Continuation", "run"),
                                        frame("java.util.concurrent.locks.LockSupport", "park"))
                                .toLine())
                .isEqualTo("task 1 BLOCKED");
    }

    // ---- StallRecord: [FIBER:sysmon] stall diagnostics

    @Test
    void stallRecord_toString_saysWorkerTimeTaskAndStack() {
        var stall = new StallRecord(3, 41, "spin", Duration.ofMillis(1500), List.of(USERS, JDKS));

        assertThat(stall)
                .hasToString(
                        """
                        worker 3 has made no step for 1500 ms: task 41 'spin' runs in
                            at com.example.Parser.parse(File.java:7)
                            at java.lang.VirtualThread.run(File.java:7)\
                        """);
    }

    @Test
    void stallRecord_withoutName_namesTheTaskByItsId() {
        assertThat(new StallRecord(0, 5, "", Duration.ZERO, List.of(USERS)).toString())
                .startsWith("worker 0 has made no step for 0 ms: task 5 runs in\n");
    }

    // ---- DrainReport: [FIBER:shutdown]

    @Test
    void drainReport_complete_isOneWord() {
        assertThat(new DrainReport(true, 0, List.of(), List.of(), 0, List.of()))
                .hasToString("drained");
    }

    @Test
    void drainReport_incomplete_listsWhatIsLeftAndCountsTheUnstarted() {
        var report =
                new DrainReport(
                        false,
                        5,
                        List.of(task(1, "a", ""), task(2, "b", "c")),
                        List.of(),
                        0,
                        List.of());

        assertThat(report)
                .hasToString(
                        """
                        5 tasks have not ended
                          task 1 'a' BLOCKED
                          task 2 'b' BLOCKED, waits for c
                          and 3 that never started\
                        """);
    }

    @Test
    void drainReport_allLeftHaveStarted_countsNoUnstarted() {
        var report =
                new DrainReport(
                        false,
                        2,
                        List.of(task(1, "", ""), task(2, "", "")),
                        List.of(),
                        0,
                        List.of());

        assertThat(report)
                .hasToString("2 tasks have not ended\n  task 1 BLOCKED\n  task 2 BLOCKED");
    }

    // ---- DeadlockException: what replays it, and who waits for whom

    @Test
    void deadlock_twoTasks_namesSeedStepsAndBoth() {
        var deadlock =
                new DeadlockException(
                        42, 17, List.of(task(1, "a", "task 2 'b'"), task(2, "b", "task 1 'a'")));

        assertThat(deadlock)
                .hasMessage(
                        """
                        deadlock under seed 42 after 17 steps: nothing can run, no timer is armed, \
                        and 2 tasks wait:
                          task 1 'a' BLOCKED, waits for task 2 'b'
                          task 2 'b' BLOCKED, waits for task 1 'a'\
                        """);
        assertThat(deadlock.waiting()).extracting(TaskSnapshot::id).containsExactly(1L, 2L);
    }

    @Test
    void deadlock_oneTask_isInTheSingular() {
        assertThat(new DeadlockException(1, 2, List.of(task(1, "", ""))))
                .message()
                .contains("and 1 task waits:");
    }

    // ---- lists are copied and closed

    @Test
    void lists_areCopiesThatNobodyCanChange() {
        List<StackTraceElement> frames = new ArrayList<>(List.of(USERS));
        var snapshot = new TaskSnapshot(1, "", TaskState.RUNNING, Priority.LOW, "", 0, frames);
        var stall = new StallRecord(0, 1, "", Duration.ZERO, frames);
        List<TaskSnapshot> tasks = new ArrayList<>(List.of(snapshot));
        var drain = new DrainReport(false, 1, tasks, List.of(), 0, List.of());
        var deadlock = new DeadlockException(1, 1, tasks);
        List<WorkerSnapshot> workers = new ArrayList<>();
        var scheduler = new SchedulerSnapshot("s", 0, 0, 0, 0, 0, workers, tasks, List.of());
        frames.clear();
        tasks.clear();

        assertClosed(snapshot.stack(), 1);
        assertClosed(stall.stack(), 1);
        assertClosed(drain.remaining(), 1);
        assertClosed(deadlock.waiting(), 1);
        assertClosed(scheduler.tasks(), 1);
        assertClosed(scheduler.workers(), 0);
    }

    private static void assertClosed(List<?> list, int size) {
        assertThat(list).hasSize(size);
        assertThatThrownBy(list::clear).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void drainReport_oneLeft_isInTheSingular() {
        assertThat(new DrainReport(false, 1, List.of(task(1, "", "")), List.of(), 0, List.of()))
                .hasToString("1 task has not ended\n  task 1 BLOCKED");
    }

    @Test
    void stallRecord_withoutStack_endsInNoDanglingWord() {
        assertThat(new StallRecord(0, 5, "", Duration.ZERO, List.of()))
                .hasToString("worker 0 has made no step for 0 ms: task 5 runs");
    }

    @Test
    void uncontrolled_stack_isACopyThatNobodyCanChange() {
        List<StackTraceElement> frames = new ArrayList<>(List.of(USERS));
        var event = new Event.Uncontrolled(1, "", frames);
        frames.clear();

        assertClosed(event.stack(), 1);
    }
}
