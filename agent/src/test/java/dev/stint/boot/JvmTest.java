package dev.stint.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JvmTest {
    private static final int CLASSES_OF_8 = 52;

    @ParameterizedTest
    @CsvSource({"1.8, 8", "9, 9", "17, 17", "25, 25", "26, 26", "next, 25"})
    void feature_ofAVersion_isItsNumber(String version, int number) {
        assertThat(Jvm.feature(version)).isEqualTo(number);
    }

    @Test
    void refusal_onAnOlderJvm_isOneLineThatSaysWhatToDo() {
        assertThat(Jvm.refusal("17", "/opt/jdk-17"))
                .isEqualTo(
                        "stint: this is Java 17 (/opt/jdk-17), and Stint needs JDK 25: start it"
                                + " with the java of a JDK 25.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"25", "26"})
    void refusal_onANewEnoughJvm_isNone(String version) {
        assertThat(Jvm.refusal(version, "/opt/jdk")).isNull();
    }

    @ParameterizedTest
    @ValueSource(classes = {Jvm.class, Start.class, OpeningAgent.class})
    void classes_areReadByAnOldJvm(Class<?> type) throws Exception {
        try (InputStream in =
                Objects.requireNonNull(type.getResourceAsStream(type.getSimpleName() + ".class"))) {
            var file = new DataInputStream(in);
            assertThat(file.readInt()).isEqualTo(0xCAFEBABE);
            file.readUnsignedShort(); // minor
            assertThat(file.readUnsignedShort()).isEqualTo(CLASSES_OF_8);
        }
    }
}
