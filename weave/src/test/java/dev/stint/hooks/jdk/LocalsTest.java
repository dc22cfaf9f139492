package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.config.Cores;
import dev.stint.hooks.AccessRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Values of ThreadLocals are the task's, paid, and not many. */
class LocalsTest {
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
                    seen.add(Locals.get(local));
                    Locals.set(local, "second");
                    seen.add(Locals.get(local));
                    Locals.remove(local);
                    seen.add(Locals.get(local));
                    Locals.set(local, null);
                    seen.add(Locals.get(local));
                    return seen;
                };
        try (var scheduler = Scheduler.open(c -> c.withCores(cores).withWorkers(1))) {
            for (int i = 0; i < 3; i++) {
                assertThat(run(scheduler, code)).containsExactly("first", "second", "first", null);
            }
        }
        assertThat(local.get()).isEqualTo("first");
    }

    @Test
    void set_moreThanATaskMayHave_isRefused() {
        var paid =
                Paid.by(
                        () -> {
                            var all = new ArrayList<ThreadLocal<Object>>();
                            for (int i = 0; i < Locals.MOST; i++) {
                                all.add(new ThreadLocal<>());
                                Locals.set(all.getLast(), i);
                            }
                            assertThatThrownBy(() -> Locals.get(new ThreadLocal<>()))
                                    .isInstanceOf(AccessRefusedException.class)
                                    .hasMessageContaining("1000");
                            Locals.remove(all.getFirst());
                            Locals.set(new ThreadLocal<>(), "again");
                            return Locals.get(all.get(7));
                        });

        assertThat(paid.value()).isEqualTo(7);
        assertThat(paid.bytes()).isGreaterThanOrEqualTo(Locals.MOST * 64L);
        assertThat(paid.ops()).isGreaterThanOrEqualTo((Locals.MOST * Locals.MOST) >> 4);
    }

    @Test
    void get_ofOneThatFails_throwsTheSame() {
        var failing =
                ThreadLocal.withInitial(
                        () -> {
                            throw new IllegalStateException("mine");
                        });

        assertThatThrownBy(() -> Locals.get(failing))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("mine");
    }
}
