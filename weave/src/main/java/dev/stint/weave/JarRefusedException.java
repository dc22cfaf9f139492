package dev.stint.weave;

import java.util.List;

/** Thrown for a jar of which some class is refused. Nothing of it was written. */
public final class JarRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient WeaveReport report;

    JarRefusedException(WeaveReport report) {
        super(message(report));
        this.report = report;
    }

    private static String message(WeaveReport report) {
        List<Refusal> refused = report.refused();
        Refusal first = refused.getFirst();
        return report.subject()
                + " is not woven: class "
                + first.className()
                + (refused.size() == 1 ? "" : " and " + (refused.size() - 1) + " more")
                + " refused: "
                + first.inWords();
    }

    /** All that is known of the jar, each refusal among it. */
    public WeaveReport report() {
        return report;
    }
}
