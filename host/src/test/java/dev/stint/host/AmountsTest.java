package dev.stint.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.budget.Budget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AmountsTest {
    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "10_000, 10000",
        "5M, 5000000",
        "5m, 5000000",
        "1e9, 1000000000",
        "1.5k, 1500",
        "2.5e1, 25",
        "3G, 3000000000",
        "1T, 1000000000000",
        "9223372036854775807, 9223372036854775807"
    })
    void count_asPeopleWriteIt_isRead(String typed, long amount) {
        assertThat(Amounts.count("--ops", typed, 1)).isEqualTo(amount);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "512k, 524288",
        "64m, 67108864",
        "64MB, 67108864",
        "64MiB, 67108864",
        "1g, 1073741824",
        "0.5g, 536870912",
        "100b, 100"
    })
    void size_asPeopleWriteIt_isRead(String typed, long bytes) {
        assertThat(Amounts.size("--memory", typed)).isEqualTo(bytes);
    }

    @Test
    void unlimited_isTheMost() {
        assertThat(Amounts.count("--ops", "unlimited", 1)).isEqualTo(Budget.MOST);
        assertThat(Amounts.size("--memory", "unlimited")).isEqualTo(Budget.MOST);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "0",
                "-5",
                "x",
                "1x",
                "5MB",
                "1.5",
                "0.0001k",
                "1__0",
                "_1",
                "1_",
                "1e",
                "9223372036854775808",
                "1e19",
                "10000000T",
                "1e99",
                "NaN",
                "0x10",
                "1,000"
            })
    void count_wrong_saysWhatIsRight(String typed) {
        assertThatThrownBy(() -> Amounts.count("--ops", typed, 1))
                .isInstanceOf(BadArguments.class)
                .hasMessage(
                        "--ops takes a whole amount from 1, such as 10_000, 5M, 1e9 or unlimited,"
                                + " not '"
                                + typed
                                + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "64q", "1.3", "16000000t", "m"})
    void size_wrong_saysWhatIsRight(String typed) {
        assertThatThrownBy(() -> Amounts.size("--memory", typed))
                .hasMessage(
                        "--memory takes a whole amount from 0, such as 512k, 64m, 1g or unlimited,"
                                + " not '"
                                + typed
                                + "'");
    }
}
