package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.config.Cores;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Values of ThreadLocals are the task's. */
class TaskLocalsTest {
    private static <T> T run(Scheduler scheduler, Callable<T> code) throws Exception {
        try (var nursery = scheduler.nursery(n -> n.withName("guests"))) {
            return nursery.spawn("guest", code).await();
        }
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void values_ofATask_areGoneWithIt(Cores cores) throws Exception {
        var local = ThreadLocal.withInitial(() -> "first");
        Callable<List<Object>> code =
                () -> {
                    var seen = new ArrayList<Object>();
                    seen.add(ThreadLocals.get(local));
                    ThreadLocals.set(local, "second");
                    seen.add(ThreadLocals.get(local));
                    ThreadLocals.remove(local);
                    seen.add(ThreadLocals.get(local));
                    ThreadLocals.set(local, null);
                    seen.add(ThreadLocals.get(local));
                    return seen;
                };
        try (var scheduler = Scheduler.open(c -> c.withCores(cores).withWorkers(1))) {
            for (int i = 0; i < 3; i++) {
                assertThat(run(scheduler, code)).containsExactly("first", "second", "first", null);
            }
        }
        assertThat(local.get()).isEqualTo("first");
    }
}
