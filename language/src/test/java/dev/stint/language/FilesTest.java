package dev.stint.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.capability.Capability;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.tenant.Tenant;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files and connections of scripts, by rights and without. */
@Timeout(60)
class FilesTest {
    private static final Budget PLENTY = new Budget(1_000_000, 1 << 28, 1_000, 1_000, 1_000);
    private static final String HEAD = "{.profile: service.}\nimport std.files\n";

    @TempDir private Path folder;
    private Path root;

    @BeforeEach
    void fill() throws IOException {
        root = Files.createDirectories(folder.resolve("root"));
        Files.writeString(root.resolve("a.txt"), "ann\nbob");
        Files.writeString(folder.resolve("secret.txt"), "secret");
        Files.createSymbolicLink(root.resolve("link.txt"), folder.resolve("secret.txt"));
    }

    private static ScriptResult run(
            Script script, Budget budget, Function<Tenant, Capability[]> rights)
            throws InterruptedException {
        try (var scheduler =
                Scheduler.open(c -> c.withWorkers(2).withProfile(script.profile().ofRuntime()))) {
            Tenant tenant = scheduler.tenant();
            return script.run(
                    tenant, c -> c.withBudget(budget).withCapabilities(rights.apply(tenant)));
        }
    }

    /** Compiled and interpreted it is the same. */
    private static ScriptResult both(String text, Function<Tenant, Capability[]> rights)
            throws InterruptedException {
        Script script = Scripts.compile(text);
        ScriptResult interpreted = run(script.interpreted(), PLENTY, rights);
        ScriptResult compiled = run(script, PLENTY, rights);
        assertThat(compiled.output()).isEqualTo(interpreted.output());
        assertThat(compiled.value()).isEqualTo(interpreted.value());
        assertThat(compiled.receipt().spent()).isEqualTo(interpreted.receipt().spent());
        return compiled;
    }

    private Capability[] files(Tenant tenant) {
        return new Capability[] {tenant.issuer().files(root)};
    }

    private static Capability[] nothing(Tenant tenant) {
        return new Capability[0];
    }

    private static String outputOf(ScriptResult result) {
        assertThat(result.failure()).isEmpty();
        return result.output();
    }

    @Test
    void files_byTheRightOfTheTask_areReadWrittenAndListed() throws Exception {
        String text =
                HEAD
                        + """
                        func all() -> void ! FileError do
                            files.write("new/b.txt", "lost") catch |e| do println(e) end
                            files.make_folder("new")?
                            files.write("new/b.txt", "first")?
                            files.append("new/b.txt", " second")?
                            println(files.read("new/b.txt")?)
                            for name in files.list(".")? do println(name) end
                            println(files.exists("a.txt")?, " ", files.exists("b.txt")?)
                            files.remove("new/b.txt")?
                            files.remove("new")?
                            println(files.read("a.txt")?.len)
                        end
                        func main() -> void ! FileError do all()? end
                        """;

        ScriptResult result = both(text.replace("?.len", "? + \"!\""), this::files);

        assertThat(outputOf(result))
                .isEqualTo(
                        """
                        FileError.NotFound
                        first second
                        a.txt
                        link.txt
                        new
                        true false
                        ann
                        bob!
                        """);
        assertThat(result.receipt().spent().syscalls()).isGreaterThan(9);
    }

    @Test
    void files_outsideOfTheRoot_areRefused() throws Exception {
        String text =
                HEAD
                        + """
                        func look(path: String) do
                            let text = files.read(path) catch |e| do
                                println(e)
                                return
                            end
                            println("got ", text)
                        end
                        func main() do
                            look("../secret.txt")
                            look("link.txt")
                            look("/etc/passwd")
                            look("")
                            look("none.txt")
                            files.write("../out.txt", "x") catch |e| do println(e) end
                            files.remove("link.txt/../../secret.txt") catch |e| do println(e) end
                        end
                        """;

        assertThat(outputOf(both(text, this::files)))
                .isEqualTo(
                        """
                        FileError.NoRight
                        FileError.NoRight
                        FileError.NoRight
                        FileError.Failed
                        FileError.NotFound
                        FileError.NoRight
                        FileError.NoRight
                        """);
        assertThat(folder.resolve("out.txt")).doesNotExist();
        assertThat(folder.resolve("secret.txt")).exists();
    }

    @Test
    void files_withoutARight_areAnErrorOfTheScript() throws Exception {
        String text =
                HEAD
                        + """
                        func main() do
                            println(files.read("a.txt") catch "none")
                            files.write("b.txt", "x") catch |e| do println(e) end
                        end
                        """;

        assertThat(outputOf(both(text, FilesTest::nothing))).isEqualTo("none\nFileError.NoRight\n");
        assertThat(outputOf(both(text, t -> new Capability[] {t.issuer().files(root).readOnly()})))
                .isEqualTo("ann\nbob\nFileError.NoRight\n");
    }

    @Test
    void files_ofATask_areThoseOfItsParent() throws Exception {
        String text =
                HEAD
                        + """
                        func look() -> String do return files.read("a.txt") catch "none" end
                        async func main() do
                            nursery do
                                let t = spawn look()
                                println(await t)
                            end
                        end
                        """;

        assertThat(outputOf(both(text, this::files))).isEqualTo("ann\nbob\n");
    }

    @Test
    void files_withoutCallsOfTheSystemToPay_stopTheScript() throws Exception {
        Script script =
                Scripts.compile(
                        HEAD
                                + "func main() do\n"
                                + "while true do files.exists(\"a.txt\") catch false end\n"
                                + "end");

        ScriptResult result = run(script, new Budget(100_000, 1 << 20, 1, 1, 5), this::files);

        assertThat(result.failure().orElseThrow()).isInstanceOf(BudgetExhaustedException.class);
        assertThat(result.receipt().spent().syscalls()).isLessThanOrEqualTo(5);
    }

    @Test
    void files_inCore_areRefused() {
        assertThat(Scripts.errors("import std.files\nfunc main() do end")).containsExactly("S0100");
        assertThat(Scripts.errors("{.profile: script.}\nimport std.files\nfunc main() do end"))
                .isEmpty();
    }

    /** [SCHED:10.2.4] */
    @Test
    void files_inSovereign_areReachedByValuesOnly() throws Exception {
        assertThat(Scripts.errors(Scripts.SOVEREIGN + "import std.files\nfunc main() do end"))
                .containsExactly("S0101");
        assertThat(Scripts.errors(Scripts.SERVICE + "func f(c: CapFiles) do end"))
                .containsExactly("S0100");
        assertThat(
                        Scripts.errors(
                                Scripts.SOVEREIGN
                                        + "func f() do\nlet c = CapFiles { }\nend\n"
                                        + "func g() do\nlet c = CapFiles.new()\nend"))
                .hasSize(2);
        String text =
                Scripts.SOVEREIGN
                        + """
                        func note(log: CapFiles, text: String) -> void ! FileError do
                            log.append("log.txt", text)?
                            println(log.read("log.txt")?)
                            log.read_only().append("log.txt", "!") catch |e| do println(e) end
                            println(log.read("../a.txt") catch "not mine")
                        end
                        func main(caps: Capabilities) -> void ! FileError do
                            caps.files.make_folder("logs")?
                            note(caps.files.under("logs")?, "x")?
                            caps.files.under("..") catch |e| do
                                println(e)
                                caps.files
                            end
                            caps.files.remove("logs/log.txt")?
                        end
                        """;

        assertThat(outputOf(both(text, this::files)))
                .isEqualTo("x\nFileError.NoRight\nnot mine\nFileError.NoRight\n");
    }

    // ---- connections

    /** Answers each line with itself in capital letters. */
    private static Thread echo(ServerSocket server) {
        return Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            while (true) {
                                try (Socket one = server.accept()) {
                                    var in =
                                            new java.io.BufferedReader(
                                                    new java.io.InputStreamReader(
                                                            one.getInputStream(),
                                                            StandardCharsets.UTF_8));
                                    String line = in.readLine();
                                    String answer =
                                            line.toUpperCase(java.util.Locale.ROOT) + "\r\nbye";
                                    one.getOutputStream()
                                            .write(answer.getBytes(StandardCharsets.UTF_8));
                                } catch (IOException e) {
                                    return;
                                }
                            }
                        });
    }

    private static String client(int port) {
        return """
        {.profile: service.}
        import std.sockets
        func talk(port: i64) -> void ! SocketError do
            let s = sockets.connect("127.0.0.1", port)?
            defer s.close()
            s.write("hello ü\\n")?
            println(s.read_line()?)
            println(s.read_line()?)
            println(s.read_line() catch "end")
        end
        func main() do
            talk(%d) catch |e| do println(e) end
            talk(1) catch |e| do println(e) end
        end
        """
                .formatted(port);
    }

    @Test
    void sockets_byTheRightOfTheTask_areConnectedAndRead() throws Exception {
        try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            echo(server);
            String place = "127.0.0.1:" + server.getLocalPort();
            String text = client(server.getLocalPort());

            assertThat(outputOf(both(text, t -> new Capability[] {t.issuer().sockets(place)})))
                    .isEqualTo("HELLO Ü\nbye\nend\nSocketError.NoRight\n");
            assertThat(outputOf(both(text, FilesTest::nothing)))
                    .isEqualTo("SocketError.NoRight\nSocketError.NoRight\n");
        }
    }

    @Test
    void sockets_inSovereign_areValuesThatCanBeNarrowed() throws Exception {
        try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            echo(server);
            int port = server.getLocalPort();
            String text =
                    Scripts.SOVEREIGN
                            + """
                            func talk(net: CapSockets, port: i64) -> String ! SocketError do
                                let s = net.connect("127.0.0.1", port)?
                                defer s.close()
                                s.write("a\\n")?
                                return s.read_line()?
                            end
                            func main(caps: Capabilities) -> void ! SocketError do
                                let one = caps.sockets.only("127.0.0.1:%d")?
                                println(talk(one, %d)?)
                                println(talk(one, 9) catch "refused")
                                println(talk(caps.sockets.only("10.0.0.1:80") catch one, %d)?)
                            end
                            """
                                    .formatted(port, port, port);

            assertThat(
                            outputOf(
                                    both(
                                            text,
                                            t ->
                                                    new Capability[] {
                                                        t.issuer().sockets("127.0.0.1:*")
                                                    })))
                    .isEqualTo("A\nrefused\nA\n");
        }
    }

    @Test
    void sockets_areNotGivenToOtherTasks() {
        assertThat(
                        Scripts.errors(
                                """
                                {.profile: service.}
                                import std.sockets
                                func end_it(s: Socket) do s.close() end
                                async func main() -> void ! SocketError do
                                    let s = sockets.connect("localhost", 80)?
                                    nursery do spawn end_it(s) end
                                end
                                """))
                .containsExactly("N1102");
    }
}
