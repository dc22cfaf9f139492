package dev.stint.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.config.SchedulerConfig;
import dev.stint.env.Decisions;
import dev.stint.event.Event;
import dev.stint.internal.driver.Drivers;
import dev.stint.internal.stack.Processor;
import dev.stint.task.Priority;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * [SCHED:6.3.1] [FIBER:queues] Where a worker looks for its next task: in its own queues, then in
 * the global one, then in those of others. Every choice is made here, so that all places hold
 * something at the moment when worker 0 begins to look.
 */
@Timeout(60)
class LookOrderTest {
    private static final int FIRST = 0;
    private static final int SECOND = 1;

    private final List<String> order = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private boolean isFirstReady;
    private boolean isSecondReady;

    /** Fills the queues of both workers, and from then on lets the first one do everything. */
    private final class Director implements Decisions {
        @Override
        public int choose(Kind kind, int alternatives) {
            return kind == Kind.LOOK ? 1 : 0; // never a fair look
        }

        @Override
        public int chooseWorker(List<Integer> ids) {
            int wanted = isFirstReady && !isSecondReady ? SECOND : FIRST;
            return Math.max(0, ids.indexOf(wanted));
        }
    }

    @ParameterizedTest
    @EnumSource
    void next_somethingEverywhere_isLocalThenGlobalThenStolen(Cores cores) throws Exception {
        var engine =
                Drivers.open(
                        SchedulerConfig.defaults()
                                .withSeed(1)
                                .withDecisions(new Director())
                                .withCores(cores)
                                .withWorkers(2)
                                .withSink(events::add));
        var root = engine.tenant().root();
        List<Task<?>> all = new ArrayList<>();
        all.add(
                root.spawn(
                        TaskOptions.named("first"),
                        () -> {
                            all.add(root.spawn(TaskOptions.defaults(), () -> record("its own")));
                            all.add(
                                    root.spawn(
                                            TaskOptions.defaults().withPriority(Priority.LOW),
                                            () -> record("its own of low priority")));
                            isFirstReady = true;
                            Stint.yield();
                            return record("what gave way");
                        }));
        all.add(
                root.spawn(
                        TaskOptions.named("second"),
                        () -> {
                            for (Priority priority : Priority.values()) {
                                all.add(
                                        root.spawn(
                                                TaskOptions.defaults().withPriority(priority),
                                                () -> record("another's " + priority)));
                            }
                            isSecondReady = true;
                            Stint.yield();
                            return 0;
                        }));
        all.add(root.spawn(TaskOptions.defaults(), () -> record("the global one")));
        for (int i = 0; i < all.size(); i++) {
            all.get(i).await();
        }

        assertThat(order)
                .containsExactly(
                        "its own on 0",
                        "what gave way on 0",
                        "the global one on 0",
                        "its own of low priority on 0",
                        "another's HIGH on 0",
                        "another's NORMAL on 0",
                        "another's LOW on 0");
        assertThat(events.stream().filter(e -> e instanceof Event.TaskStolen))
                .hasSizeGreaterThanOrEqualTo(3)
                .allMatch(
                        e ->
                                e instanceof Event.TaskStolen(var task, int by, int of)
                                        && of == SECOND);
        engine.close();
    }

    private int record(String what) {
        order.add(what + " on " + Objects.requireNonNull(Processor.currentOrNull()).id());
        return 0;
    }
}
