package dev.stint.language;

import dev.stint.language.diagnostic.Diagnostic;
import dev.stint.language.internal.check.Places;
import dev.stint.language.internal.check.Typing;
import dev.stint.language.internal.lower.Lowering;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.qtjir.Program;
import dev.stint.language.internal.syntax.Source;
import dev.stint.language.internal.tree.Span;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What editors ask about a text: what is wrong with it, what stands at a place, and where that is
 * declared. Lines and columns count from 1. Immutable; any thread may use it.
 */
public final class ScriptInspection {
    /**
     * A stretch of a text, in one line.
     *
     * @param file the name of the text: the script itself, or a module
     */
    public record Place(String file, int line, int column, int width) {}

    /** What there is to say about a place. */
    public record Note(Place place, String type, String cost) {}

    private final Source source;
    private final List<Diagnostic> diagnostics;
    private final @Nullable Typing typing; // null: it cannot be read
    private final @Nullable Program program; // null: something is wrong with it

    private ScriptInspection(
            Source source,
            List<Diagnostic> diagnostics,
            @Nullable Typing typing,
            @Nullable Program program) {
        this.source = source;
        this.diagnostics = List.copyOf(diagnostics);
        this.typing = typing;
        this.program = program;
    }

    static ScriptInspection of(Source source, List<Diagnostic> found, @Nullable Typing typing) {
        boolean isRight = typing != null && found.stream().noneMatch(Diagnostic::isError);
        Program program = isRight ? Lowering.lower(Objects.requireNonNull(typing), source) : null;
        return new ScriptInspection(source, found, typing, program);
    }

    /** All errors and warnings, in the order of the text. */
    public List<Diagnostic> diagnostics() {
        return diagnostics;
    }

    /** What stands there, its type, and what its line pays; empty if there is nothing to say. */
    public Optional<Note> noteAt(int line, int column) {
        int offset = offset(line, column);
        if (typing == null || offset < 0) {
            return Optional.empty();
        }
        Places.Found found = Places.at(typing, offset);
        return found == null
                ? Optional.empty()
                : Optional.of(
                        new Note(place(found.span()), found.type(), cost(found.price(), line)));
    }

    /** Where what stands there is declared, in this text or that of a module. */
    public Optional<Place> declarationAt(int line, int column) {
        int offset = offset(line, column);
        if (typing == null || offset < 0) {
            return Optional.empty();
        }
        Span declared = Places.declaration(typing, offset);
        return declared == null ? Optional.empty() : Optional.of(place(declared));
    }

    private int offset(int line, int column) {
        long lines = source.ownText().chars().filter(c -> c == '\n').count() + 1;
        if (line < 1 || line > lines || column < 1) {
            return -1;
        }
        int width = source.lineText(line).length();
        return column > width + 1 ? -1 : source.offset(line, column);
    }

    private Place place(Span span) {
        int line = source.line(span.start());
        int column = source.column(span.start());
        int end = Math.min(span.end(), source.endOfLine(span.start()));
        String file = source.name(span.start());
        return new Place(file, line, column, Math.max(1, end - span.start()));
    }

    /** Of the whole line, before charges of several lines are joined; sizes come on top. */
    private String cost(String own, int line) {
        if (program == null) {
            return own;
        }
        long ops = 0;
        long bytes = 0;
        for (Graph graph : program.graphs()) {
            if (!graph.module().isEmpty()) {
                continue; // the lines of another text
            }
            for (Node node : graph.nodes()) {
                if (node.line() == line && node.payload() instanceof Payload.OfCost cost) {
                    ops += cost.ops();
                    bytes += cost.bytes();
                }
            }
        }
        String fixed = ops + bytes == 0 ? "" : "this line pays " + counted(ops, bytes);
        return own.isEmpty() ? fixed : fixed.isEmpty() ? own : own + "; " + fixed;
    }

    private static String counted(long ops, long bytes) {
        String operations = ops == 1 ? "1 operation" : ops + " operations";
        return bytes == 0 ? operations : operations + " and " + bytes + " bytes";
    }
}
