package dev.stint.host.lsp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.host.Main;
import dev.stint.policyservice.text.Json;
import dev.stint.policyservice.text.JsonText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server as an editor has it: a process of its own, over standard input and output. */
@Timeout(120)
class LanguageServerTest {
    private static final String URI = "file:///rules/a.jan";
    private static final String TEXT =
            """
            struct Point { x: i64, y: i64 }

            func double(n: i64) -> i64 do
                return n * 2
            end

            func main() -> i64 do
                let p = Point { x: 1, y: 2 }
                var sum = double(p.x)
                sum += p.y
                return sum
            end
            """;

    private Process server;
    private Wire wire;
    private long next = 1;

    @BeforeEach
    void start() throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("--add") || flag.startsWith("--enable"))
                .forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Main.class.getName(), "jan", "lsp"));
        server = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        wire = new Wire(server.getInputStream(), server.getOutputStream());
    }

    @AfterEach
    void kill() {
        server.destroyForcibly();
    }

    private Map<String, @Nullable Object> read() throws Exception {
        return JsonText.readObject(wire.read().orElseThrow());
    }

    private void note(String method, Object params) throws IOException {
        wire.write(Json.write(Map.of("jsonrpc", "2.0", "method", method, "params", params)));
    }

    private @Nullable Object ask(String method, Object params) throws Exception {
        long id = next++;
        wire.write(
                Json.write(Map.of("jsonrpc", "2.0", "id", id, "method", method, "params", params)));
        Map<String, @Nullable Object> answer = read();
        assertThat(answer).containsEntry("id", id);
        return answer.containsKey("error") ? answer.get("error") : answer.get("result");
    }

    private String open(String text) throws Exception {
        note(
                "textDocument/didOpen",
                Map.of("textDocument", Map.of("uri", URI, "text", text, "version", 1)));
        return String.valueOf(read());
    }

    private static Map<String, Object> at(int line, int character) {
        return Map.of(
                "textDocument", Map.of("uri", URI),
                "position", Map.of("line", line, "character", character));
    }

    @Test
    void serve_aSessionOfAnEditor_isAnswered() throws Exception {
        assertThat(String.valueOf(ask("initialize", Map.of())))
                .contains("hoverProvider=true", "definitionProvider=true");
        note("initialized", Map.of());

        assertThat(open(TEXT)).contains("publishDiagnostics").contains("diagnostics=[]");

        // types and prices
        assertThat(String.valueOf(ask("textDocument/hover", at(8, 16))))
                .contains("func double(i64) -> i64")
                .contains("a call costs 1 operation");
        assertThat(String.valueOf(ask("textDocument/hover", at(8, 9)))).contains("var sum: i64");
        assertThat(String.valueOf(ask("textDocument/hover", at(7, 9))))
                .contains("let p: Point")
                .contains("this line pays 1 operation and 32 bytes");
        assertThat(ask("textDocument/hover", at(5, 0))).isNull();

        // declarations
        assertThat(String.valueOf(ask("textDocument/definition", at(8, 16))))
                .contains("start={line=2, character=5}");
        assertThat(String.valueOf(ask("textDocument/definition", at(8, 22))))
                .contains("start={line=7, character=8}");
        assertThat(String.valueOf(ask("textDocument/definition", at(7, 14))))
                .contains("start={line=0, character=7}");

        // errors as it is typed
        note(
                "textDocument/didChange",
                Map.of(
                        "textDocument",
                        Map.of("uri", URI, "version", 2),
                        "contentChanges",
                        List.of(Map.of("text", TEXT.replace("n * 2", "n * m")))));
        assertThat(String.valueOf(read()))
                .contains("code=S0001")
                .contains("there is no 'm' here")
                .contains("start={line=3, character=15}");
        assertThat(String.valueOf(ask("textDocument/hover", at(8, 9)))).contains("var sum: i64");

        // layout
        assertThat(open("func main()do\nprintln(1)\nend\n")).contains("diagnostics=[]");
        assertThat(String.valueOf(ask("textDocument/formatting", at(0, 0))))
                .contains("newText=func main() do\n    println(1)\nend\n");

        note("textDocument/didClose", Map.of("textDocument", Map.of("uri", URI)));
        read();
        assertThat(ask("shutdown", Map.of())).isNull();
        note("exit", Map.of());
        assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(server.exitValue()).isZero();
    }

    @Test
    void serve_whatIsNoRequest_isRefusedAndTheSessionGoesOn() throws Exception {
        wire.write("{ no json");
        assertThat(String.valueOf(read())).contains("-32700");
        assertThat(String.valueOf(ask("textDocument/rename", Map.of()))).contains("-32601");
        assertThat(String.valueOf(ask("textDocument/hover", Map.of()))).contains("-32602");
        assertThat(String.valueOf(ask("textDocument/hover", at(0, 0)))).contains("is not open");
        note("$/unknown", Map.of());
        open(TEXT);
        assertThat(ask("textDocument/hover", at(9_999, 0))).isNull();
        assertThat(ask("textDocument/hover", at(0, 9_999))).isNull();
        assertThat(String.valueOf(ask("initialize", Map.of()))).contains("capabilities");
    }

    /**
     * In this process: bytes that are no messages end the session with an error, or are refused.
     */
    @Test
    void serve_randomBytes_neverCrashes() throws Exception {
        for (long seed = 0; seed < 500; seed++) {
            var random = new SplittableRandom(seed);
            byte[] body = new byte[random.nextInt(60)];
            random.nextBytes(body);
            var all = new ByteArrayOutputStream();
            String length = "Content-Length: " + (body.length + random.nextInt(3)) + "\r\n\r\n";
            all.write(length.getBytes(UTF_8));
            all.write(body);
            InputStream in = new ByteArrayInputStream(all.toByteArray());
            try {
                new LanguageServer(in, OutputStream.nullOutputStream()).serve();
            } catch (IOException e) {
                assertThat(e).hasMessageMatching(".*(message|header|stream).*");
            }
        }
    }

    @Test
    void definition_inAModule_isInItsFile(@TempDir Path folder) throws Exception {
        Path module = Files.writeString(folder.resolve("m.jan"), "\npub func f() do end\n");
        String uri = folder.resolve("a.jan").toUri().toString();
        String text = "import m\nfunc main() do m.f() end\n";
        note(
                "textDocument/didOpen",
                Map.of("textDocument", Map.of("uri", uri, "text", text, "version", 1)));
        assertThat(String.valueOf(read())).contains("diagnostics=[]");

        Object found =
                ask(
                        "textDocument/definition",
                        Map.of(
                                "textDocument",
                                Map.of("uri", uri),
                                "position",
                                Map.of("line", 1, "character", 17)));

        assertThat(String.valueOf(found)).contains("uri=" + module.toUri()).contains("line=1");
    }
}
