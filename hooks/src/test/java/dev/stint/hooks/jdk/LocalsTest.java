package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.hooks.AccessRefused;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** Values of ThreadLocals are paid, and not many. */
class LocalsTest {
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
                                    .isInstanceOf(AccessRefused.class)
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
