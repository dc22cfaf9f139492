package dev.stint.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {
    @TempDir private Path folder;

    private record Ran(int code, String out, String err) {}

    private static Ran run(String... typed) throws Exception {
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Main.run(List.of(typed), new PrintWriter(out), new PrintWriter(err));
        return new Ran(code, out.toString(), err.toString());
    }

    @Test
    void parse_nothing_isEverythingInFull() throws Exception {
        assertThat(Arguments.parse(List.of()))
                .isEqualTo(new Arguments(List.of(Shape.values()), false, false, false, null, null));
    }

    @Test
    void parse_names_keepTheirOrderAndCountOnce() throws Exception {
        assertThat(Arguments.parse(List.of("yield", "--quick", "spawn", "yield")))
                .isEqualTo(
                        new Arguments(
                                List.of(Shape.YIELD, Shape.SPAWN), true, false, false, null, null));
    }

    @Test
    void parse_fileAndFolder_areTaken() throws Exception {
        var file = folder.resolve("rows.json");

        var arguments =
                Arguments.parse(List.of("--json", file.toString(), "--save", folder.toString()));

        assertThat(arguments.json()).isEqualTo(file.toAbsolutePath());
        assertThat(arguments.save()).isEqualTo(folder.toAbsolutePath());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "spwan | unknown benchmark 'spwan'; there are: spawn, spawn1, ",
                "--fast | unknown option '--fast'; right is: ./stint bench ",
                "--json | --json FILE is incomplete; right is: ./stint bench ",
                "--json nowhere/at/all.json | (its folder does not exist); right is: ",
                "--json . | (that is a folder); right is: ",
                "--save nowhere | --save takes a folder to write to, not 'nowhere' (",
            })
    void run_wrongArguments_isOneLineAndExitTwo(String typed, String expected) throws Exception {
        var ran = run(typed.split(" ", -1));

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).startsWith("stint bench: ").contains(expected).hasLineCount(1);
    }

    @Test
    void run_controlCharacters_stayOnOneLine() throws Exception {
        assertThat(run("a\nb").err()).contains("'a?b'").hasLineCount(1);
    }

    @Test
    void run_list_namesEveryShape() throws Exception {
        var ran = run("--list");

        assertThat(ran.code()).isZero();
        assertThat(ran.out().lines().map(line -> line.split(" ", 2)[0]))
                .containsExactlyElementsOf(Shape.labels());
    }

    @Test
    void run_help_saysTheUsage() throws Exception {
        assertThat(run("--help")).isEqualTo(new Ran(0, "usage: " + Arguments.USAGE + "\n", ""));
    }
}
