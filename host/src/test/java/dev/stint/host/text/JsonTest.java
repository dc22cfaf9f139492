package dev.stint.host.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.policyservice.text.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    @Test
    void write_everyKind_isJson() {
        String json = Json.write(List.of(Map.of(), List.of(), Map.of("a", 1L), -5, true, "x"));

        JsonChecker.check(json);
        assertThat(json.replaceAll("\\s", "")).isEqualTo("[{},[],{\"a\":1},-5,true,\"x\"]");
    }

    @Test
    void write_everyCharacter_isJson() {
        var all = new StringBuilder();
        for (int c = 0; c <= 0xFFFF; c++) {
            all.append((char) c);
        }
        JsonChecker.check(Json.write(all.toString()));
    }

    /** What is no number for JSON is told by its name. */
    @Test
    void write_reals_areJson() {
        String json = Json.write(List.of(1.5, -1e300, 1e-9, Double.NaN, Double.NEGATIVE_INFINITY));

        JsonChecker.check(json);
        assertThat(json.replaceAll("\\s", ""))
                .isEqualTo("[1.5,-1.0E300,1.0E-9,\"NaN\",\"-Infinity\"]");
    }

    @Test
    void write_somethingElse_isRefused() {
        assertThatThrownBy(() -> Json.write(1.5f)).isInstanceOf(IllegalArgumentException.class);
    }

    /** The checker of these tests can say no. */
    @ParameterizedTest
    @ValueSource(
            strings = {"", "{", "[1,]", "{\"a\" 1}", "{a:1}", "\"\t\"", "\"\\x\"", "01", "1 2"})
    void check_noJson_isRefused(String text) {
        assertThatThrownBy(() -> JsonChecker.check(text)).isInstanceOf(AssertionError.class);
    }
}
