package dev.stint.nativecode.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CodesTest {
    @Test
    void message_ofWhatHasNoCodeOfItsOwn_saysItsType() {
        assertThat(Codes.message(new NoClassDefFoundError("org/Missing")))
                .isEqualTo("java.lang.NoClassDefFoundError: org/Missing");
        assertThat(Codes.message(new IllegalArgumentException("a wrong one")))
                .isEqualTo("a wrong one");
        assertThat(Codes.message(new IllegalStateException()))
                .isEqualTo("java.lang.IllegalStateException");
    }
}
