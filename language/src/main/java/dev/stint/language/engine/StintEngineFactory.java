package dev.stint.language.engine;

import dev.stint.Version;
import java.util.List;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineFactory;
import org.jspecify.annotations.Nullable;

/** Makes {@link StintEngine}s. {@code javax.script} finds it by the names stint and jan. */
public final class StintEngineFactory implements ScriptEngineFactory {
    private static final String NAME = "Stint";

    /** For {@code javax.script}. */
    public StintEngineFactory() {}

    @Override
    public String getEngineName() {
        return NAME;
    }

    @Override
    public String getEngineVersion() {
        return Version.number();
    }

    @Override
    public List<String> getExtensions() {
        return List.of("jan");
    }

    @Override
    public List<String> getMimeTypes() {
        return List.of("text/x-jan");
    }

    @Override
    public List<String> getNames() {
        return List.of("stint", "jan");
    }

    @Override
    public String getLanguageName() {
        return "jan";
    }

    @Override
    public String getLanguageVersion() {
        return getEngineVersion();
    }

    /** Several threads may use one engine; each call has a context and bindings of its own. */
    @Override
    public @Nullable Object getParameter(String key) {
        return switch (key) {
            case ScriptEngine.NAME, ScriptEngine.LANGUAGE -> getLanguageName();
            case ScriptEngine.ENGINE -> getEngineName();
            case ScriptEngine.ENGINE_VERSION, ScriptEngine.LANGUAGE_VERSION -> getEngineVersion();
            case "THREADING" -> "THREAD-ISOLATED";
            default -> null;
        };
    }

    @Override
    public String getMethodCallSyntax(String object, String method, String... arguments) {
        return object + "." + method + "(" + String.join(", ", arguments) + ")";
    }

    @Override
    public String getOutputStatement(String text) {
        String escaped =
                text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r")
                        .replace("\t", "\\t");
        return "println(\"" + escaped + "\")";
    }

    @Override
    public String getProgram(String... statements) {
        return "func main() do\n" + String.join("\n", statements) + "\nend\n";
    }

    @Override
    public StintEngine getScriptEngine() {
        return new StintEngine(this);
    }
}
