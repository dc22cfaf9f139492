package dev.stint.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SmallJar;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a program that is run may use: classes, files, the network, the stack. */
@Timeout(60)
class RunRightsTest {
    @TempDir private Path folder;

    private Path jar(String main) {
        return SmallJar.ofMain(main).writeTo(folder.resolve("app.jar"));
    }

    @Test
    void run_whatIsNotOpen_throwsWhenItIsReachedOrStrictlyAtOnce() {
        Path app = jar("if (args.length > 0) System.exit(5); System.out.println(\"here\");");

        RunCommandTest.Ran early = RunCommandTest.run(app, "--strict");
        assertThat(early.code()).isEqualTo(1);
        assertThat(early.out()).isEmpty();
        assertThat(early.err())
                .startsWith("class app.Main is refused: ")
                .contains("calls java.lang.System.exit(int), which is not open to it: the process");

        assertThat(RunCommandTest.run(app).out()).isEqualTo("here\n");
        RunCommandTest.Ran late = RunCommandTest.run(app, "x");
        assertThat(late.code()).isEqualTo(1);
        assertThat(late.err()).contains("System.exit(int)", "\tat app.Main.main(Main.java:1)");
    }

    @Test
    void run_exactStack_overflowsAtTheSameDepthAlways() {
        Path app =
                jar(
                        "try { down(1); } catch (StackOverflowError e) {"
                                + " System.out.println(deepest); } } static int deepest; static int"
                                + " down(int n) { deepest = n; return down(n + 1) + 1;");

        RunCommandTest.Ran first = RunCommandTest.run(app, "--exact-stack");
        RunCommandTest.Ran second = RunCommandTest.run(app, "--exact-stack");

        assertThat(first.code()).isZero();
        assertThat(Integer.parseInt(first.out().strip())).isBetween(3_000, 10_000);
        assertThat(second.out()).isEqualTo(first.out());
    }

    @Test
    void run_open_mayUseEverything() {
        Path file = folder.resolve("written.txt");
        Path app =
                jar(
                        "java.nio.file.Files.writeString(new java.io.File(args[0]).toPath(),"
                                + " \"yes\");");

        RunCommandTest.Ran ran = RunCommandTest.run(app, "--surface", "open", file);

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(file).hasContent("yes");
        assertThat(ran.err()).contains("surface open");
    }

    @Test
    void run_files_needARight() throws IOException {
        Path mine = Files.createDirectory(folder.resolve("mine"));
        Path text = Files.writeString(mine.resolve("text.txt"), "hello");
        Path other = Files.writeString(folder.resolve("other.txt"), "secret");
        Path read =
                jar(
                        "System.out.print(java.nio.file.Files.readString(java.nio.file.Path.of(args[0])));");

        RunCommandTest.Ran allowed = RunCommandTest.run(read, "--allow", "read=" + mine, text);
        assertThat(allowed.out()).as(allowed.err()).isEqualTo("hello");
        assertThat(allowed.spent("system calls")).isPositive();

        for (RunCommandTest.Ran refused :
                List.of(
                        RunCommandTest.run(read, text),
                        RunCommandTest.run(read, "--allow", "files=" + mine, other))) {
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.out()).isEmpty();
            assertThat(refused.err()).contains("--allow read=FOLDER").doesNotContain("Options");
        }

        Path write =
                jar("java.nio.file.Files.writeString(java.nio.file.Path.of(args[0]), \"new\");");
        assertThat(RunCommandTest.run(write, "--allow", "read=" + mine, text).code()).isEqualTo(1);
        assertThat(text).hasContent("hello");
        assertThat(
                        RunCommandTest.run(
                                        write, "--allow", "read=" + folder + ",files=" + mine, text)
                                .code())
                .isZero();
        assertThat(text).hasContent("new");
    }

    @Test
    void run_pathThatGoesUpBehindALink_isTheOneThatIsJudged() throws IOException {
        Path root = Files.createDirectories(folder.resolve("root/a/b/c")).resolve("../../..");
        Path real = root.normalize();
        Files.createSymbolicLink(real.resolve("a/b/c/up"), Path.of("../../.."));
        Files.writeString(Files.createDirectories(folder.resolve("secret")).resolve("key"), "hush");
        Files.writeString(real.resolve("a/b/plain"), "fine");
        Path jar =
                jar(
                        "System.out.println(java.nio.file.Files.readString(java.nio.file.Path.of("
                                + "args[0])));");

        RunCommandTest.Ran out =
                RunCommandTest.run(
                        jar, "--allow", "read=" + real, real + "/a/b/c/up/../secret/key");
        RunCommandTest.Ran in =
                RunCommandTest.run(jar, "--allow", "read=" + real, real + "/a/b/c/../plain");

        assertThat(out.out() + out.err()).doesNotContain("hush").contains("NoSuchFileException");
        assertThat(in.out()).isEqualTo("fine\n");
    }

    @Test
    void run_sockets_needARight() throws Exception {
        Path ask =
                jar(
                        """
                        try (var socket = new java.net.Socket("localhost", Integer.parseInt(args[0]))) {
                            socket.getOutputStream().write(7);
                            System.out.print(socket.getInputStream().read());
                        }
                        """);
        try (var server = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"))) {
            Thread echo = Thread.ofVirtual().start(() -> answerOnce(server));
            String port = String.valueOf(server.getLocalPort());

            RunCommandTest.Ran allowed =
                    RunCommandTest.run(ask, "--connect", "localhost:" + port, port);
            echo.join();

            assertThat(allowed.out()).as(allowed.err()).isEqualTo("8");
            assertThat(allowed.spent("system calls")).isEqualTo(3);
            for (RunCommandTest.Ran refused :
                    List.of(
                            RunCommandTest.run(ask, port),
                            RunCommandTest.run(ask, "--connect", "localhost:1", port))) {
                assertThat(refused.code()).isEqualTo(1);
                assertThat(refused.out()).isEmpty();
                assertThat(refused.err()).contains("CapSockets", "--connect HOST:PORT");
            }
            Path near = jar("new java.net.Socket(\"127.0.0.1\", Integer.parseInt(args[0]));");
            assertThat(RunCommandTest.run(near, "--connect", "0.0.0.0/0:" + port, port).err())
                    .contains("An address of this machine or its neighbours");
        }
    }

    /** Sends one more than it is sent. */
    private static void answerOnce(ServerSocket server) {
        try (Socket socket = server.accept()) {
            socket.getOutputStream().write(socket.getInputStream().read() + 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
