package dev.stint.nativecode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.channel.Channel;
import dev.stint.config.Cores;
import dev.stint.nativecode.error.NativeCodeException;
import dev.stint.nativecode.internal.Ground;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.Policy;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The stacks of C tasks: how large they are, and that they are used again. */
class StacksTest {
    private static final int MANY = 100_000;

    @BeforeAll
    static void needed() {
        CPrograms.assumeNative();
    }

    private static NativeFunction function(String name) {
        return CPrograms.library("basics").function(name);
    }

    /** [SCHED:5.3.2]: 8 KB unless something else is said. Each call takes more than 512 bytes. */
    @Test
    void stack_is8KilobytesByDefault() throws Exception {
        try (Scheduler scheduler = Scheduler.open()) {
            assertThat(NativeFunction.STACK).isEqualTo(8 * 1024);
            assertThat(scheduler.run(function("recurses").on(9))).isZero();
            assertThatThrownBy(() -> scheduler.run(function("recurses").on(17)))
                    .hasRootCauseInstanceOf(StackOverflowError.class)
                    .rootCause()
                    .hasMessageContaining("8192 bytes of stack");
        }
    }

    @Test
    void sizes_outsideTheBounds_areRefused() {
        assertThatThrownBy(() -> function("twice").withStack(4096))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("8192 to 16777216");
        assertThatThrownBy(() -> function("twice").withStack(NativeFunction.LARGEST_STACK + 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void stacks_areUsedAgain() throws Exception {
        try (Scheduler scheduler = Scheduler.open(c -> c.withWorkers(2))) {
            runMany(scheduler, 2_000);
            long made = Ground.stacksMade();
            for (int i = 0; i < 20; i++) {
                runMany(scheduler, 2_000);
            }
            // As many as there were tasks at a time, and what two threads keep for themselves.
            assertThat(Ground.stacksMade()).isLessThanOrEqualTo(made + 2_200);
        }
    }

    private static void runMany(Scheduler scheduler, int count) throws Exception {
        scheduler.runInNursery(
                nursery -> {
                    for (int i = 0; i < count; i++) {
                        nursery.spawn(function("yields").on(1));
                    }
                });
    }

    /** More than Linux allows mappings, where guards need none of their own. */
    @Test
    void manyTasks_waitAtATime() throws Exception {
        Channel<Long> gate = Channel.rendezvous();
        try (Scheduler scheduler = Scheduler.open(c -> c.withCores(Cores.BARE));
                NativeHandle handle = NativeHandle.of(gate)) {
            int count = Ground.hasLightGuards() ? MANY : 10_000;
            Nursery nursery =
                    scheduler.nursery(n -> n.withName("many").withPolicy(Policy.runAll()));
            List<Task<Long>> tasks = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                tasks.add(nursery.spawn(function("receives_for_ever").on(handle.address())));
            }
            gate.close(); // all that wait by now, and those that come
            nursery.awaitAll();
            for (Task<Long> task : tasks) {
                assertThat(task.awaitOutcome())
                        .isInstanceOfSatisfying(
                                Outcome.Failure.class,
                                f ->
                                        assertThat(((NativeCodeException) f.cause()).code())
                                                .isEqualTo(-4));
            }
        }
    }
}
