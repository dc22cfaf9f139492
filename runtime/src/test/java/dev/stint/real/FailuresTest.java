package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.error.StackOverflowException;
import dev.stint.error.TaskFailedException;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a task throws ends that task and nothing else. */
@Timeout(60)
class FailuresTest {
    @RegisterExtension final SchedulerLab lab = new SchedulerLab();

    static Stream<Throwable> anything() {
        return Stream.of(
                new IllegalStateException("unchecked"),
                new IOException("checked"),
                new InterruptedException("not by us"),
                new AssertionError("assertion"),
                new OutOfMemoryError("artificial"),
                new LinkageError("linkage"),
                new InternalError("internal"));
    }

    @ParameterizedTest
    @MethodSource("anything")
    void failure_ofAnyKind_endsOnlyItsTask(Throwable thrown) throws Exception {
        for (Cores cores : Cores.values()) {
            Scheduler scheduler = lab.open(c -> c.withWorkers(1).withCores(cores));
            Task<Integer> bad = scheduler.root().spawn("bad", () -> sneak(thrown));
            Task<Integer> good = scheduler.root().spawn("good", () -> 1);
            Task<Throwable> awaiting =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        try {
                                            return new AssertionError("got " + bad.await());
                                        } catch (TaskFailedException e) {
                                            return e;
                                        }
                                    });

            assertThatThrownBy(bad::await)
                    .isInstanceOf(TaskFailedException.class)
                    .hasMessageContaining("'bad'")
                    .cause()
                    .isSameAs(thrown);
            assertThat(lab.join(awaiting)).hasCause(thrown);
            assertThat(bad.state()).isEqualTo(TaskState.COMPLETED);
            assertThat(bad.tryOutcome()).contains(new Outcome.Failure<>(thrown));
            assertThat(lab.join(good)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("[SCHED:5.3.3] [SCHED:14.1.1] [FIBER:stacks] a stack overflow fails only its task")
    void stackOverflow_failsOnlyItsTask(Cores cores) throws Exception {
        Scheduler scheduler = lab.open(c -> c.withWorkers(1).withCores(cores));

        for (int round = 0; round < 4; round++) {
            Task<Integer> deep = scheduler.root().spawn(() -> recurse(0));
            assertThat(lab.outcome(deep))
                    .isInstanceOfSatisfying(
                            Outcome.Failure.class,
                            f ->
                                    assertThat(f.cause())
                                            .isInstanceOf(StackOverflowException.class)
                                            .hasMessageContaining("ran out of stack")
                                            .hasCauseInstanceOf(StackOverflowError.class));
            assertThat(lab.join(scheduler.root().spawn(() -> 1))).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("[FIBER:stacks] a deep stack survives being suspended")
    void deepStack_suspendedAtItsDeepest_unwindsWhole() throws Exception {
        Scheduler scheduler = lab.open(2);
        var tasks = new ArrayList<Task<Integer>>();
        for (int i = 0; i < 20; i++) {
            tasks.add(scheduler.root().spawn(() -> descendAndYield(1000)));
        }
        for (Task<Integer> task : tasks) {
            assertThat(lab.join(task)).isEqualTo(1000);
        }
    }

    @SuppressWarnings("InfiniteRecursion") // the very point
    private static int recurse(int depth) {
        return recurse(depth + 1) + 1;
    }

    private static int descendAndYield(int depth) throws InterruptedException {
        if (depth == 0) {
            Stint.yield();
            return 0;
        }
        return descendAndYield(depth - 1) + 1;
    }

    /** Throws anything, checked or not. */
    private static int sneak(Throwable thrown) throws Exception {
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (Exception) thrown;
    }
}
