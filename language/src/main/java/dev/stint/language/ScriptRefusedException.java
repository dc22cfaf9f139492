package dev.stint.language;

import dev.stint.language.diagnostic.Diagnostic;
import java.util.List;
import java.util.stream.Collectors;

/** A text that is no script. Its message has all that is wrong, as it is shown to people. */
public final class ScriptRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Diagnostic> diagnostics;

    ScriptRefusedException(List<Diagnostic> diagnostics) {
        super(
                diagnostics.stream()
                        .map(Diagnostic::rendered)
                        .collect(Collectors.joining("", "", counted(diagnostics))));
        this.diagnostics = List.copyOf(diagnostics);
    }

    private static String counted(List<Diagnostic> diagnostics) {
        long errors = diagnostics.stream().filter(Diagnostic::isError).count();
        return errors == 1 ? "1 error" : errors + " errors";
    }

    /** Errors and warnings, in the order of the text. */
    public List<Diagnostic> diagnostics() {
        return diagnostics;
    }
}
