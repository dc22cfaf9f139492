package dev.stint.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SmallJar;
import dev.stint.Version;
import dev.stint.host.text.JsonChecker;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class WeaveCommandTest {
    @TempDir private Path folder;
    private Path app;
    private Path woven;

    @BeforeEach
    void makeJar() {
        app = jar("app.jar", SmallJar.ofMain("for (String a : args) System.out.println(a);"));
        woven = folder.resolve("woven.jar");
    }

    private Path jar(String name, SmallJar jar) {
        return jar.writeTo(folder.resolve(name));
    }

    private Path broken() {
        return jar("broken.jar", SmallJar.ofMain("").withEntry("app/Broken.class", "no class"));
    }

    /** What one run left behind. */
    private record Ran(int code, String out, String err) {
        void assertMisused(String... words) {
            assertThat(err).startsWith("stint weave: ").hasLineCount(1).contains(words);
            assertThat(out).isEmpty();
            assertThat(code).isEqualTo(2);
        }
    }

    private static Ran run(Object... args) {
        List<String> all = new ArrayList<>(List.of("weave"));
        for (Object arg : args) {
            all.add(arg.toString());
        }
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Main.run(all.toArray(String[]::new), new PrintWriter(out), new PrintWriter(err));
        return new Ran(code, out.toString(), err.toString());
    }

    // ---- weaving

    @Test
    void weave_toAFile_writesItAndSaysSo() throws Exception {
        Ran ran = run(app, "-o", woven);

        assertThat(ran)
                .isEqualTo(
                        new Ran(
                                0,
                                "app.jar: 1 class woven, none refused\nwritten to " + woven + "\n",
                                ""));
        try (var file = new JarFile(woven.toFile())) {
            var main = file.getManifest().getMainAttributes();
            assertThat(main.getValue("Stint-Woven")).isEqualTo(Version.number());
            assertThat(main.getValue("Main-Class")).isEqualTo("app.Main");
        }
    }

    @Test
    void weave_withoutAFile_onlyTells() {
        Ran ran = run(app);

        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .startsWith("app.jar: 1 class woven, none refused\n")
                .contains("methods", "loops", "calls", "allocations");
        assertThat(folder).isDirectoryNotContaining("glob:**woven.jar");
        assertThat(run(app, "--report")).isEqualTo(ran);
    }

    @Test
    void weave_withReport_doesBoth() {
        Ran ran = run(app, "-o", woven, "--report");

        assertThat(ran.out()).contains("methods", "written to " + woven);
        assertThat(woven).exists();
    }

    @Test
    void weave_aClassThatCannotBe_failsAndWritesNothing() {
        Ran ran = run(broken(), "-o", woven);

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err())
                .startsWith("stint weave: refused app/Broken.class: ")
                .endsWith("stint weave: nothing was written to '" + woven + "'\n");
        assertThat(woven).doesNotExist();
    }

    @Test
    void report_aClassThatCannotBe_isNamed() {
        Ran ran = run(broken());

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out())
                .startsWith("broken.jar: 1 class woven, 1 class refused\n")
                .contains("refused app/Broken.class: ");
    }

    @Test
    void weave_aWovenJar_fails() {
        run(app, "-o", woven);

        Ran ran = run(woven, "-o", folder.resolve("twice.jar"));

        assertThat(ran)
                .isEqualTo(
                        new Ran(
                                1,
                                "",
                                "stint weave: woven.jar is woven already, by Stint "
                                        + Version.number()
                                        + "; weave the jar that it was made from.\n"));
    }

    @Test
    void json_isOneObject() throws Exception {
        Ran ran = run(broken(), "--json");

        JsonChecker.check(ran.out());
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out())
                .contains(
                        "\"subject\": \"broken.jar\"",
                        "\"surface\": \"open\"",
                        "\"class\": \"app/Broken.class\"");

        Path file = folder.resolve("report.json");
        assertThat(run(app, "-o", woven, "--json", file).out()).startsWith("app.jar: 1 class");
        JsonChecker.check(Files.readString(file));
        assertThat(Files.readString(file)).contains("\"written\": ", "\"refused\": []");
    }

    @Test
    void json_ofARefusal_namesMethodAndMember() {
        Path exits = jar("exits.jar", SmallJar.ofMain("Runtime.getRuntime().halt(1);"));

        Ran ran = run(exits, "--surface", "tenant", "--json");

        JsonChecker.check(ran.out());
        assertThat(ran.out())
                .contains(
                        "\"class\": \"app.Main\"",
                        "\"reason\": \"calls java.lang.Runtime.halt(int), which is not open to it",
                        "\"method\": \"main(String[])\"",
                        "\"member\": \"java.lang.Runtime.");
    }

    @Test
    void rules_areReadForATenant() throws Exception {
        Path rules = Files.writeString(folder.resolve("rules.txt"), "com.acme.Api: constant\n");

        assertThat(run(app, "--rules", rules, "--json").out()).contains("\"surface\": \"tenant\"");
    }

    // ---- wrong arguments

    @Test
    void weave_withoutAJar_saysWhatToType() {
        run().assertMisused("which jar?", "./stint weave app.jar -o app-woven.jar");
        run("--json", app).assertMisused("which jar?", "--json has taken '" + app + "'");
    }

    @Test
    void weave_jarThatIsNone_isNamed() throws Exception {
        Path text = Files.writeString(folder.resolve("text.jar"), "hello");

        run(folder.resolve("no.jar")).assertMisused("there is no jar '" + folder.resolve("no.jar"));
        run(folder).assertMisused("jar '" + folder + "' is a folder");
        run(text).assertMisused("'" + text + "' is not a jar that can be read");
        run(text, "-o", woven).assertMisused("is not a jar that can be read");
        assertThat(woven).doesNotExist();
    }

    @Test
    void weave_intoItself_isRefused() {
        run(app, "-o", app).assertMisused("cannot be woven into itself");
    }

    @Test
    void weave_outThatCannotBe_isNamed() {
        run(app, "-o", folder).assertMisused("-o takes a file to write", "(that is a folder)");
        run(app, "-o", folder.resolve("no/x.jar")).assertMisused("its folder does not exist");
        run(app, "--json", folder.resolve("no/x")).assertMisused("--json takes a file to write");
    }

    @Test
    void rules_wrongLine_isNamedWithItsFile() throws Exception {
        Path rules =
                Files.writeString(
                        folder.resolve("rules.txt"),
                        "# fine\ncom.acme.Api: constant\nwhat is this\n");

        run(app, "--rules", rules).assertMisused(rules + ":3: 'what is this'");
        run(app, "--rules", "no.rules").assertMisused("there is no rules file 'no.rules'");
        run(app, "--rules", rules, "--surface", "open").assertMisused("leave out one of them");
        Files.write(rules, new byte[] {(byte) 0xff, (byte) 0xfe});
        run(app, "--rules", rules).assertMisused("is not text in UTF-8");
    }

    @ParameterizedTest
    @CsvSource({
        "--surface, wide, '--surface is open (all of the JDK) or tenant'",
        "--classpath, no.jar, --classpath: there is no 'no.jar'",
        "--raport, x, unknown option '--raport' (did you mean '--report'?)"
    })
    void weave_wrongOption_isNamed(String option, String value, String words) {
        run(app, option, value).assertMisused(words);
    }

    @Test
    void weave_twoJars_isRefused() {
        run(app, app).assertMisused("unexpected argument", "[IN.jar]");
    }

    @Test
    void help_listsTheOptions() {
        assertThat(run("--help").out()).contains("--out=OUT.jar", "--json[=FILE]", "--surface");
    }
}
