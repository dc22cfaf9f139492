package dev.stint.error;

import dev.stint.hooks.Foreign;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a supervisor that gives up: its children would have to be restarted more often than it
 * allows. All of them have ended. The cause is why the last one ended, if an error did.
 */
public final class SupervisorFailedException extends StintException {
    private static final long serialVersionUID = 1L;

    private final String child;

    @SuppressWarnings("NullAway") // a null cause means none
    public SupervisorFailedException(
            String supervisor,
            String child,
            int mostRestarts,
            Duration period,
            @Nullable Throwable cause) {
        super(
                supervisor
                        + " cannot restart child '"
                        + child
                        + "', which "
                        + (cause == null ? "has ended" : "failed with " + Foreign.inWords(cause))
                        + ": it would be restart "
                        + (mostRestarts + 1)
                        + " within "
                        + period
                        + ", and "
                        + mostRestarts
                        + " are allowed. Allow more, withIntensity(...), or mend the child.",
                cause);
        this.child = child;
    }

    /** The name of the child that would have had to be restarted. */
    public String child() {
        return child;
    }
}
