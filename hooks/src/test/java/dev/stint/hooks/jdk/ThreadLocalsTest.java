package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.hooks.AccessRefusedException;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** Values of ThreadLocals are paid, and not many. */
class ThreadLocalsTest {
    @Test
    void set_moreThanATaskMayHave_isRefused() {
        var paid =
                Paid.by(
                        () -> {
                            var all = new ArrayList<ThreadLocal<Object>>();
                            for (int i = 0; i < ThreadLocals.MOST; i++) {
                                all.add(new ThreadLocal<>());
                                ThreadLocals.set(all.getLast(), i);
                            }
                            assertThatThrownBy(() -> ThreadLocals.get(new ThreadLocal<>()))
                                    .isInstanceOf(AccessRefusedException.class)
                                    .hasMessageContaining("1000");
                            ThreadLocals.remove(all.getFirst());
                            ThreadLocals.set(new ThreadLocal<>(), "again");
                            return ThreadLocals.get(all.get(7));
                        });

        assertThat(paid.value()).isEqualTo(7);
        assertThat(paid.bytes()).isGreaterThanOrEqualTo(ThreadLocals.MOST * 64L);
        assertThat(paid.ops()).isGreaterThanOrEqualTo((ThreadLocals.MOST * ThreadLocals.MOST) >> 4);
    }

    @Test
    void get_ofOneThatFails_throwsTheSame() {
        var failing =
                ThreadLocal.withInitial(
                        () -> {
                            throw new IllegalStateException("mine");
                        });

        assertThatThrownBy(() -> ThreadLocals.get(failing))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("mine");
    }
}
