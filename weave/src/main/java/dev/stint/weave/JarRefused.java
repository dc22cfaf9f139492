package dev.stint.weave;

import java.util.List;

/** Says that a jar was not woven because some of its classes cannot be. Nothing was written. */
public final class JarRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient WeaveReport report;

    JarRefused(WeaveReport report) {
        super(message(report));
        this.report = report;
    }

    private static String message(WeaveReport report) {
        List<WeaveReport.RefusedClass> refused = report.refused();
        WeaveReport.RefusedClass first = refused.getFirst();
        return report.subject()
                + " is not woven: class "
                + first.name()
                + (refused.size() == 1 ? "" : " and " + (refused.size() - 1) + " more")
                + " refused: "
                + first.reason();
    }

    /** All that is known of the jar, each refused class among it. */
    public WeaveReport report() {
        return report;
    }
}
