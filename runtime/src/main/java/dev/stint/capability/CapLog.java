package dev.stint.capability;

import dev.stint.budget.Budget;
import java.time.Duration;

/** The right to write for whoever runs the code, and where that goes. */
public final class CapLog extends Capability {
    /** Who is given what was written. Called by the task that wrote it; it must be quick. */
    @FunctionalInterface
    public interface Sink {
        /**
         * Something was written.
         *
         * @param isError true for what went to {@code System.err}
         * @param text a line, or a part of one, or more
         */
        void write(boolean isError, String text);
    }

    private final Sink sink;

    CapLog(Issuer issuer, Sink sink) {
        super(issuer, Budget.UNLIMITED);
        this.sink = sink;
    }

    private CapLog(CapLog parent, long expiresAt) {
        super(parent, Budget.UNLIMITED, expiresAt);
        this.sink = parent.sink;
    }

    /** The same right, for this long. */
    public CapLog expiringIn(Duration time) {
        return new CapLog(this, expiryIn(Issuer.nanosOf(time)));
    }

    /** Uses the right, or throws why not. For the runtime. */
    public Sink use(Issuer issuer, String who, String tried) {
        issuer.ensureIssued(this, who, tried);
        ensureValid(who, tried);
        return sink;
    }
}
