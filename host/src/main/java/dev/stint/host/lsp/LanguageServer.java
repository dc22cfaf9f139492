package dev.stint.host.lsp;

import dev.stint.language.Library;
import dev.stint.language.ModuleSource;
import dev.stint.language.Script;
import dev.stint.language.ScriptInspection;
import dev.stint.language.ScriptInspection.Note;
import dev.stint.language.ScriptInspection.Place;
import dev.stint.language.ScriptRefusedException;
import dev.stint.language.diagnostic.Diagnostic;
import dev.stint.policyservice.text.Json;
import dev.stint.policyservice.text.JsonText;
import dev.stint.policyservice.text.JsonText.NoJsonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Speaks the Language Server Protocol over a pair of streams: errors and warnings as a script is
 * typed; for a place its type, its price and its declaration; and the layout of a text. Nothing of
 * a script is run.
 */
public final class LanguageServer {
    private static final int UNPARSED = -32700;
    private static final int NO_METHOD = -32601;
    private static final int BAD_PARAMS = -32602;
    private static final int FULL_TEXTS = 1;

    private final Wire wire;
    private final Map<String, Document> documents = new HashMap<>();
    private boolean isShutDown;

    /** A text that is open in the editor. */
    private record Document(String text, ScriptInspection found, String name) {}

    /** The parameters of a request are not what the protocol says. */
    private static final class BadParamsException extends Exception {
        private static final long serialVersionUID = 1;

        BadParamsException(String message) {
            super(message);
        }
    }

    /** A server that reads requests from one stream, and answers on the other. */
    public LanguageServer(InputStream in, OutputStream out) {
        this.wire = new Wire(in, out);
    }

    /**
     * Serves until the editor says exit, or its stream ends.
     *
     * @return the exit code of the protocol: 0 if it was told to shut down before
     */
    public int serve() throws IOException {
        while (true) {
            Optional<String> message = wire.read();
            if (message.isEmpty()) {
                return isShutDown ? 0 : 1;
            }
            Map<String, @Nullable Object> request;
            try {
                request = JsonText.readObject(message.get());
            } catch (NoJsonException e) {
                refuse(null, UNPARSED, String.valueOf(e.getMessage()));
                continue;
            }
            String method = request.get("method") instanceof String word ? word : "";
            if (method.equals("exit")) {
                return isShutDown ? 0 : 1;
            }
            handle(method, request);
        }
    }

    private void handle(String method, Map<String, @Nullable Object> request) throws IOException {
        Object id = request.get("id");
        try {
            Object result = result(method, request.get("params"), id != null);
            if (id != null && result != null) {
                answer(id, "\"result\":" + (result == NOTHING ? "null" : Json.write(result)));
            } else if (id != null) {
                refuse(id, NO_METHOD, "there is no method '" + method + "'");
            }
        } catch (BadParamsException e) {
            if (id != null) {
                refuse(id, BAD_PARAMS, String.valueOf(e.getMessage()));
            }
        }
    }

    private static final Object NOTHING = new Object();

    /** What a request gives; null if there is no such method. */
    private @Nullable Object result(String method, @Nullable Object params, boolean isRequest)
            throws BadParamsException, IOException {
        return switch (method) {
            case "initialize" -> capabilities();
            case "shutdown" -> {
                isShutDown = true;
                yield NOTHING;
            }
            case "textDocument/didOpen" -> {
                open(uri(params), text(field(params, "textDocument"), "text"));
                yield NOTHING;
            }
            case "textDocument/didChange" -> {
                open(uri(params), changed(params));
                yield NOTHING;
            }
            case "textDocument/didClose" -> {
                documents.remove(uri(params));
                publish(uri(params), List.of());
                yield NOTHING;
            }
            case "textDocument/hover" -> hover(params);
            case "textDocument/definition" -> definition(params);
            case "textDocument/formatting" -> formatting(params);
            default -> isRequest ? null : NOTHING; // what it does not know it may leave out
        };
    }

    private static Map<String, Object> capabilities() {
        var all = new LinkedHashMap<String, Object>();
        all.put("textDocumentSync", FULL_TEXTS);
        all.put("hoverProvider", true);
        all.put("definitionProvider", true);
        all.put("documentFormattingProvider", true);
        return Map.of("capabilities", all, "serverInfo", Map.of("name", "stint"));
    }

    // ---- texts

    private void open(String uri, String text) throws IOException {
        String name = uri.substring(uri.lastIndexOf('/') + 1);
        ScriptInspection found = Script.inspect(name, text, library(uri));
        documents.put(uri, new Document(text, found, name));
        publish(uri, name, found.diagnostics());
    }

    /** Modules are the files beside the text, if it is a file. */
    private static Library library(String uri) {
        try {
            return uri.startsWith("file:")
                    ? Library.none().withModules(ModuleSource.beside(Path.of(URI.create(uri))))
                    : Library.none();
        } catch (IllegalArgumentException e) { // such a file cannot be here
            return Library.none();
        }
    }

    /** What is wrong in a module is shown where the text begins. */
    private static Diagnostic here(Diagnostic found, String name) {
        return found.file().equals(name)
                ? found
                : new Diagnostic(
                        found.severity(),
                        found.code(),
                        name,
                        1,
                        1,
                        1,
                        "",
                        "%s:%d:%d: %s"
                                .formatted(
                                        found.file(),
                                        found.line(),
                                        found.column(),
                                        found.message()),
                        found.help());
    }

    private void publish(String uri, String name, List<Diagnostic> all) throws IOException {
        publish(uri, all.stream().map(one -> here(one, name)).toList());
    }

    private void publish(String uri, List<Diagnostic> found) throws IOException {
        List<Object> all = new ArrayList<>();
        for (Diagnostic diagnostic : found) {
            var map = new LinkedHashMap<String, Object>();
            map.put("range", range(diagnostic.line(), diagnostic.column(), diagnostic.width()));
            map.put("severity", diagnostic.isError() ? 1 : 2);
            map.put("code", diagnostic.code());
            map.put("source", "stint");
            String help = String.join("\n", diagnostic.help());
            map.put(
                    "message",
                    help.isEmpty() ? diagnostic.message() : diagnostic.message() + "\n" + help);
            all.add(map);
        }
        var params = new LinkedHashMap<String, Object>();
        params.put("uri", uri);
        params.put("diagnostics", all);
        var note = new LinkedHashMap<String, Object>();
        note.put("jsonrpc", "2.0");
        note.put("method", "textDocument/publishDiagnostics");
        note.put("params", params);
        wire.write(Json.write(note));
    }

    // ---- questions

    private Object hover(@Nullable Object params) throws BadParamsException {
        Document document = document(params);
        Map<?, ?> position = field(params, "position");
        Optional<Note> note =
                document.found()
                        .noteAt(number(position, "line") + 1, number(position, "character") + 1);
        if (note.isEmpty()) {
            return NOTHING;
        }
        String type = "```jan\n" + note.get().type() + "\n```";
        String cost = note.get().cost();
        var hover = new LinkedHashMap<String, Object>();
        hover.put(
                "contents",
                Map.of("kind", "markdown", "value", cost.isEmpty() ? type : type + "\n" + cost));
        hover.put("range", range(note.get().place()));
        return hover;
    }

    private Object definition(@Nullable Object params) throws BadParamsException {
        Document document = document(params);
        Map<?, ?> position = field(params, "position");
        Optional<Place> place =
                document.found()
                        .declarationAt(
                                number(position, "line") + 1, number(position, "character") + 1);
        if (place.isEmpty()) {
            return NOTHING;
        }
        var found = new LinkedHashMap<String, Object>();
        String file = place.get().file();
        boolean isHere = file.equals(document.name());
        found.put("uri", isHere ? uri(params) : Path.of(file).toUri().toString());
        found.put("range", range(place.get()));
        return found;
    }

    private Object formatting(@Nullable Object params) throws BadParamsException {
        Document document = document(params);
        try {
            String laidOut = Script.format(uri(params), document.text());
            if (laidOut.equals(document.text())) {
                return List.of();
            }
            int lines = (int) document.text().lines().count() + 1;
            var whole = new LinkedHashMap<String, Object>();
            whole.put("start", position(0, 0));
            whole.put("end", position(lines, 0));
            return List.of(Map.of("range", whole, "newText", laidOut));
        } catch (ScriptRefusedException e) {
            return NOTHING; // its errors are shown already
        }
    }

    private static Map<String, Object> range(Place place) {
        return range(place.line(), place.column(), place.width());
    }

    private static Map<String, Object> range(int line, int column, int width) {
        var range = new LinkedHashMap<String, Object>();
        range.put("start", position(line - 1, column - 1));
        range.put("end", position(line - 1, column - 1 + width));
        return range;
    }

    /** In this order in every run, as one reads it. */
    private static Map<String, Object> position(int line, int character) {
        Map<String, Object> position = new LinkedHashMap<>();
        position.put("line", line);
        position.put("character", character);
        return position;
    }

    // ---- parameters

    private Document document(@Nullable Object params) throws BadParamsException {
        Document document = documents.get(uri(params));
        if (document == null) {
            throw new BadParamsException("the document '" + uri(params) + "' is not open");
        }
        return document;
    }

    private static String uri(@Nullable Object params) throws BadParamsException {
        return text(field(params, "textDocument"), "uri");
    }

    private static String changed(@Nullable Object params) throws BadParamsException {
        if (params instanceof Map<?, ?> map
                && map.get("contentChanges") instanceof List<?> changes
                && !changes.isEmpty()
                && changes.getLast() instanceof Map<?, ?> last) {
            return text(last, "text");
        }
        throw new BadParamsException("a change without its text");
    }

    private static Map<?, ?> field(@Nullable Object of, String name) throws BadParamsException {
        if (of instanceof Map<?, ?> map && map.get(name) instanceof Map<?, ?> found) {
            return found;
        }
        throw new BadParamsException("there is no object '" + name + "'");
    }

    private static String text(Map<?, ?> of, String name) throws BadParamsException {
        if (of.get(name) instanceof String found) {
            return found;
        }
        throw new BadParamsException("there is no text '" + name + "'");
    }

    private static int number(Map<?, ?> of, String name) throws BadParamsException {
        if (of.get(name) instanceof Long found && found >= 0 && found < Integer.MAX_VALUE) {
            return found.intValue();
        }
        throw new BadParamsException("there is no number '" + name + "'");
    }

    // ---- answers

    private void answer(Object id, String result) throws IOException {
        wire.write("{\"jsonrpc\":\"2.0\",\"id\":" + written(id) + "," + result + "}");
    }

    private void refuse(@Nullable Object id, int code, String why) throws IOException {
        String error = Json.write(Map.of("code", code, "message", why));
        wire.write(
                "{\"jsonrpc\":\"2.0\",\"id\":"
                        + (id == null ? "null" : written(id))
                        + ",\"error\":"
                        + error
                        + "}");
    }

    private static String written(Object id) {
        return id instanceof String || id instanceof Long ? Json.write(id) : "null";
    }
}
