package dev.stint.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {
    @TempDir private Path folder;

    private record Ran(int code, String out, String err) {}

    private static Ran run(String... args) {
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Main.run(args, new PrintWriter(out), new PrintWriter(err));
        return new Ran(code, out.toString(), err.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    --fast          | unknown option '--fast'
                    fast            | unexpected argument 'fast'
                    --only          | --only PATTERN is incomplete
                    --only [        | '[' is no pattern: Unclosed character class
                    --only Nonsense | nothing has 'Nonsense' in its name; names look like \
                    ChannelProofs.CloseAgainstReceive
                    --soak          | --soak MINUTES is incomplete
                    --soak long     | --soak needs a number of minutes, not 'long'
                    --soak 0        | --soak takes more than 0 and up to 10080 minutes, not '0'
                    --soak NaN      | --soak takes more than 0 and up to 10080 minutes, not 'NaN'
                    --hostile-files   | --hostile-files MINUTES is incomplete
                    --hostile-files x | --hostile-files needs a number of minutes, not 'x'
                    --seed 7        | --seed is for --hostile-files and \
                    --hostile-programs
                    --hostile-files 1 --seed x | --seed needs a whole number, not 'x'
                    --json          | --json FILE is incomplete
                    --json .        | --json needs a file, not '.'
                    --json no/no    | --json cannot write 'no/no'
                    """)
    void run_wrongArguments_oneLineAndTwo(String typed, String why) {
        assertThat(run(typed.split(" ", -1)))
                .isEqualTo(
                        new Ran(
                                2,
                                "",
                                "stint verify: "
                                        + why
                                        + "; right is: "
                                        + Arguments.SYNOPSIS
                                        + System.lineSeparator()));
    }

    @Test
    void run_help_saysHow() {
        var ran = run("--help");

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains(Arguments.SYNOPSIS);
    }

    @Test
    void run_soak_figuresAsJson() throws Exception {
        var json = folder.resolve("soak.json");

        var ran = run("--soak", "0.03", "--json", json.toString());

        assertThat(ran.code()).as(ran.toString()).isZero();
        assertThat(Files.readString(json))
                .startsWith("{\"ok\": true, \"seed\": ")
                .containsPattern("\"problems\": 0, \"operations\": \\{\"channels\": [1-9]");
    }

    @Test
    void run_hostileFiles_figuresAsJson() throws Exception {
        var json = folder.resolve("files.json");

        var ran = run("--hostile-files", "0.01", "--seed", "17", "--json", json.toString());

        assertThat(ran.code()).as(ran.toString()).isZero();
        assertThat(Files.readString(json))
                .startsWith(
                        "{\"ok\": true, \"seed\": 17, \"attempts\": 1, \"counts\": {\"files\": ")
                .endsWith("\"findings\": []}\n");
    }

    @Test
    void run_oneProofAndItsTwin_tableSummaryAndJson() throws Exception {
        var json = folder.resolve("out.json");

        var ran = run("--quick", "--only", "TwoClaims", "--json", json.toString());

        assertThat(ran.code()).as(ran.toString()).isZero();
        assertThat(ran.out())
                .containsPattern("WaitProofs.TwoClaims +held +[0-9,]+ ")
                .containsPattern("WaitProofs.TwoClaimsWeakened +failure shown +[0-9,]+ ")
                .containsPattern(
                        "\nok: 1 proofs held, 1 twins showed their failure; 0 broken, 0 not shown"
                                + " on this machine, 0 errors; [0-9]+ s\n$");
        assertThat(Files.readString(json))
                .contains("{\"ok\": true, \"quick\": true, ")
                .contains("\"name\": \"WaitProofs.TwoClaimsWeakened\", \"twin\": true");
    }
}
