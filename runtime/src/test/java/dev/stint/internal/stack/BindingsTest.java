package dev.stint.internal.stack;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BindingsTest {
    private static final ScopedValue<String> NAME = ScopedValue.newInstance();

    private static int recurse(int n) {
        return n <= 0 ? 0 : 1 + recurse(n);
    }

    @Test
    void ofCaller_nothingBound_isNullBeforeAndAfter() {
        assertThat(Bindings.ofCaller()).isNull();
        ScopedValue.where(NAME, "x").run(() -> assertThat(Bindings.ofCaller()).isNotNull());
        assertThat(Bindings.ofCaller()).isNull();
    }

    @Test
    void ofCaller_afterAnOverflow_searchesTheStack() {
        overflow();
        assertThat(Bindings.ofCaller()).isNull();
        ScopedValue.where(NAME, "x")
                .run(
                        () -> {
                            Object before = Bindings.ofCaller();
                            overflow();
                            assertThat(Bindings.ofCaller()).isNotNull().isSameAs(before);
                        });
        assertThat(Bindings.ofCaller()).isNull();
    }

    private static void overflow() {
        try {
            recurse(1);
            throw new AssertionError("no overflow");
        } catch (StackOverflowError e) {
            Thread.onSpinWait();
        }
    }
}
