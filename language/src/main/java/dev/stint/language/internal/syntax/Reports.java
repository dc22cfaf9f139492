package dev.stint.language.internal.syntax;

import dev.stint.language.diagnostic.Diagnostic;
import dev.stint.language.diagnostic.Severity;
import dev.stint.language.internal.tree.Span;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The errors and warnings about one text, gathered by all stages. */
public final class Reports {
    /** More are counted out: nobody reads them, and a hostile text must not fill the memory. */
    private static final int MOST = 100;

    private final Source source;
    private final SortedMap<Long, Diagnostic> found = new TreeMap<>(); // by their places
    private final Set<Long> places = new HashSet<>();
    private int errors;

    public Reports(Source source) {
        this.source = source;
    }

    public Source source() {
        return source;
    }

    public void error(String code, Span at, String message, String... help) {
        add(Severity.ERROR, code, at, message, help);
    }

    public void warn(String code, Span at, String message, String... help) {
        add(Severity.WARNING, code, at, message, help);
    }

    /** The first error at a place counts; what follows there follows from it. */
    private void add(Severity severity, String code, Span at, String message, String... help) {
        long place = severity == Severity.ERROR ? at.start() : -1L - at.start();
        if (found.size() >= MOST || !places.add(place)) {
            return;
        }
        if (severity == Severity.ERROR) {
            errors++;
        }
        int start = Math.min(at.start(), source.text().length());
        int line = source.line(start);
        String text = source.lineTextAt(start);
        int column = source.column(start);
        int rest = Math.max(1, text.length() - column + 1);
        int width = Math.max(1, Math.min(at.end() - at.start(), rest));
        found.put(
                ((long) start << 32) + found.size(), // in the order of the texts
                new Diagnostic(
                        severity,
                        code,
                        source.name(start),
                        line,
                        column,
                        width,
                        text,
                        message,
                        List.of(help)));
    }

    public boolean hasErrors() {
        return errors > 0;
    }

    /** All of them, in the order of the text. */
    public List<Diagnostic> all() {
        return List.copyOf(found.values());
    }
}
