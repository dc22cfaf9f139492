package dev.stint.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.host.text.JsonChecker;
import dev.stint.policy.PolicyQuestion;
import dev.stint.policyservice.socket.SocketPolicySource;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** [EVOLUTION:stage-7] What {@code ./stint policy} says and does. */
@Timeout(120)
class PolicyCommandTest {
    private static final String TRACE =
            """
            stint-trace 1
            workers 1
            slice 100000
            tenant 1 100000 hog
            tenant 1 100000 web
            task 0 0 5000000
            task 0 0 5000000
            task 1 0 5000000
            """;

    @TempDir private Path folder;

    private record Ran(int code, String out, String err) {}

    private static Ran run(Object... args) {
        List<String> all = new ArrayList<>(List.of("policy"));
        for (Object arg : args) {
            all.add(arg.toString());
        }
        var out = new StringWriter();
        var err = new StringWriter();
        int code =
                Main.run(
                        all.toArray(String[]::new),
                        new PrintWriter(out, true),
                        new PrintWriter(err, true));
        return new Ran(code, out.toString(), err.toString());
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void check_soundFile_saysSo() throws Exception {
        Path file = file("p.yaml", "policy: day\ntenants: {web: {weight: 3}}\n");

        assertThat(run("check", file).out())
                .isEqualTo(
                        "policy 'day' is sound: 2 rules for tenants, 1 for contexts, 1 for"
                                + " leases\n");
        Ran json = run("check", file, "--json");
        JsonChecker.check(json.out());
        assertThat(json.out()).contains("\"tenants.web.weight\": \"3\"");
        assertThat(json.code()).isZero();
    }

    @Test
    void check_badFile_saysAllInTheOrderOfTheFile() throws Exception {
        Path file = file("p.yaml", "tenants: {web: {wieght: 3}}\nmost-tenant: 1\n");
        Ran ran = run("check", file);

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err().lines())
                .hasSize(3)
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("p.yaml:1:25: tenants.web.wieght: "),
                        second -> assertThat(second).startsWith("p.yaml:2:14: most-tenant: "),
                        last -> assertThat(last).isEqualTo("2 errors"));
        Ran json = run("check", file, "--json");
        JsonChecker.check(json.out());
        assertThat(json.out()).contains("\"line\": 2");
        assertThat(json.code()).isEqualTo(1);
    }

    @Test
    void diff_twoFiles_saysWhatWouldChange() throws Exception {
        Path before = file("old.yaml", "tenants: {web: {weight: 3}}\n");
        Path after = file("new.yaml", "tenants: {web: {weight: 4}}\n");

        assertThat(run("diff", before, after).out()).isEqualTo("tenants.web.weight: 3 -> 4\n");
        assertThat(run("diff", before, before).out()).isEqualTo("nothing would change\n");
        JsonChecker.check(run("diff", before, after, "--json").out());
    }

    @Test
    void whatIf_anotherPolicy_showsBothSideBySide() throws Exception {
        Path trace = file("run.trace", TRACE);
        Path policy = file("new.yaml", "policy: web first\ntenants: {web: {weight: 3}}\n");
        Path picture = folder.resolve("shares.svg");
        Ran ran = run("whatif", trace, "--policy", policy, "--svg", picture);

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains("as asked", "web first");
        assertThat(ran.out().lines().filter(line -> line.startsWith("web")).findFirst())
                .get()
                .asString()
                .matches("web +1 +50\\.\\d%.* 3 +7[45]\\.\\d%.*");
        assertThat(picture).content().startsWith("<svg").endsWith("</svg>\n");
        Ran json = run("whatif", trace, "--policy", policy, "--json", "--base", policy);
        JsonChecker.check(json.out());
        assertThat(json.out()).contains("\"contendedSharePerMillion\"");
    }

    @Test
    void whatIf_noTrace_namesTheLine() throws Exception {
        Path trace = file("run.trace", TRACE + "task 9 0 5\n");
        Path policy = file("new.yaml", "");
        Ran ran = run("whatif", trace, "--policy", policy);

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).startsWith("stint policy: run.trace:9: the line has '9'");
    }

    @Test
    void serve_file_answersAtTheSocketUntilItIsEnded() throws Exception {
        Path file = file("p.yaml", "policy: day\nmost-tenants: 3\n");
        Path socket = folder.resolve("s");
        var serves = new CountDownLatch(1);
        var said = new PrintWriter(telling(serves), true);
        var server =
                Thread.ofPlatform()
                        .daemon()
                        .start(
                                () ->
                                        Main.run(
                                                new String[] {
                                                    "policy",
                                                    "serve",
                                                    file.toString(),
                                                    "--socket",
                                                    socket.toString()
                                                },
                                                said,
                                                said));
        serves.await();
        try (var source = SocketPolicySource.at(socket)) {
            assertThat(source.policy(new PolicyQuestion(1, "s", 0, 0, 0)).orElseThrow().name())
                    .isEqualTo("day");
        }
        server.interrupt();
        server.join();
        assertThat(Files.exists(socket)).isFalse();
    }

    private static Writer telling(CountDownLatch flushed) {
        return new StringWriter() {
            @Override
            public void flush() {
                flushed.countDown();
            }
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "chek a | there is no 'policy chek' (did you mean 'check'?). One of check",
                "check | 'policy check' takes one file, not 0; for example:",
                "diff a | 'policy diff' takes 2 files, not 1; for example:",
                "check nowhere.yaml | there is no policy file 'nowhere.yaml'",
                "check a --svg b | --policy, --base and --svg are for 'policy whatif'",
                "check a --socket b | --socket and --user are for 'policy serve'",
                "check a --jsno | unknown option '--jsno' (did you mean '--json'?)"
            })
    void arguments_wrong_costALineAndCode2(String args, String why) {
        Ran ran = run((Object[]) args.strip().split(" "));

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).startsWith("stint policy: " + why.strip()).hasLineCount(1);
    }
}
