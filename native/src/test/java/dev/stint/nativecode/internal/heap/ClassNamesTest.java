package dev.stint.nativecode.internal.heap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassNamesTest {
    @ParameterizedTest
    @CsvSource({
        "Ljava/lang/String;, java.lang.String",
        "[I, int[]",
        "[[Z, boolean[][]",
        "[Lcom/acme/Page$Line;, com.acme.Page$Line[]",
        "J, long",
        "Lcom/acme/Cut, com.acme.Cut", // too long for C, which has cut it off
    })
    void inSource_isAsPeopleWriteIt(String signature, String name) {
        assertThat(ClassNames.inSource(signature)).isEqualTo(name);
    }
}
