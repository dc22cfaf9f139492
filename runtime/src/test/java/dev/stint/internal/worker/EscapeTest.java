package dev.stint.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.config.SchedulerConfig;
import dev.stint.internal.driver.Drivers;
import dev.stint.internal.task.TaskImpl;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Where a wake goes that comes from outside: to the worker that ran the task last, unless that one
 * is not the one to run it soon.
 */
class EscapeTest {
    private static final int LIMIT = 3;

    private final Engine engine =
            Drivers.open(
                    SchedulerConfig.defaults().withSeed(1).withWorkers(2).withInboxLimit(LIMIT));
    private final Worker last = engine.crew().workers()[0];

    @AfterEach
    void close() {
        last.giveAll();
        while (engine.global().poll() != null) {
            // its tasks belong to no nursery
        }
        engine.close();
    }

    private TaskImpl<Integer> woken() {
        TaskImpl<Integer> task = TaskImpl.unowned(engine.tenant().root(), engine.nextId(), () -> 1);
        task.setLast(last);
        return task;
    }

    @Test
    @DisplayName("[FIBER:affinity] a wake goes to the worker that ran the task last")
    void enqueue_lastWorkerWell_isSentThere() {
        engine.enqueueWoken(woken());

        assertThat(last.queued()).isOne();
        assertThat(engine.global().isEmpty()).isTrue();
    }

    @Test
    @DisplayName("[FIBER:starvation-escape] a wake goes to all if that worker makes no step")
    void enqueue_lastWorkerStalled_isForAll() {
        last.pulse().markStalled();

        engine.enqueueWoken(woken());

        assertThat(last.queued()).isZero();
        assertThat(engine.global().isEmpty()).isFalse();
    }

    @Test
    @DisplayName("[FIBER:starvation-escape] a wake goes to all if that worker has too many already")
    void enqueue_inboxFull_isForAll() {
        List<TaskImpl<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < LIMIT + 1; i++) {
            tasks.add(woken());
            engine.enqueueWoken(tasks.get(i));
        }

        assertThat(last.queued()).isEqualTo(LIMIT);
        assertThat(engine.global().poll()).isSameAs(tasks.getLast());
    }
}
