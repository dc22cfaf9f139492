package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LoadFailuresTest {
    private final LoadFailures failures = new LoadFailures();

    private static WeaveRefusedException refused(Throwable cause) {
        return new WeaveRefusedException(Refusal.because("of a test").inClass("acme.A"), cause);
    }

    @Test
    void throwIfFailed_afterARefusal_throwsAnotherLikeIt() {
        WeaveRefusedException first = refused(new IllegalStateException());
        failures.remember("acme.A", first);

        assertThatThrownBy(() -> failures.throwIfFailed("acme.A"))
                .isInstanceOf(WeaveRefusedException.class)
                .isNotSameAs(first)
                .hasMessage(first.getMessage());
        assertThatCode(() -> failures.throwIfFailed("acme.B")).doesNotThrowAnyException();
    }

    @Test
    void throwIfFailed_afterAnErrorOfLinking_isOne() {
        failures.remember("acme.A", new ClassFormatError("bad"));
        failures.remember("acme.B", new NoClassDefFoundError("acme.C"));

        assertThatThrownBy(() -> failures.throwIfFailed("acme.A"))
                .isInstanceOf(ClassFormatError.class)
                .hasMessage("bad");
        assertThatThrownBy(() -> failures.throwIfFailed("acme.B"))
                .isInstanceOf(NoClassDefFoundError.class)
                .hasMessage("acme.C");
    }

    @Test
    void throwIfFailed_whenMemoryWasShort_givesItTwoMoreChances() {
        for (int i = 0; i < 2; i++) {
            failures.remember("acme.A", refused(refused(new OutOfMemoryError())));
            assertThatCode(() -> failures.throwIfFailed("acme.A")).doesNotThrowAnyException();
        }
        failures.remember("acme.A", refused(new StackOverflowError()));

        assertThatThrownBy(() -> failures.throwIfFailed("acme.A"))
                .isInstanceOf(WeaveRefusedException.class);
    }
}
