package dev.stint.guard;

import java.util.Locale;
import java.util.Objects;

/**
 * What a guard shows of one tenant.
 *
 * @param measured what it was seen to use
 * @param charged how much of that it has paid for, or is the runtime's own
 * @param allowance how much of the rest it may use; {@link Limits#UNLIMITED} if there is no limit
 */
public record GuardReading(Guard guard, long measured, long charged, long allowance) {
    public GuardReading {
        Objects.requireNonNull(guard, "guard of a reading");
    }

    /** What counts against the allowance. */
    public long uncharged() {
        return Math.max(0, measured - charged);
    }

    public boolean isExceeded() {
        return uncharged() > allowance;
    }

    /** For a message or a table. */
    public String inWords() {
        String of =
                allowance == Limits.UNLIMITED
                        ? "no limit"
                        : String.format(Locale.ROOT, "%,d", allowance);
        String paid = charged == 0 ? "" : String.format(Locale.ROOT, ", charged %,d", charged);
        return String.format(
                Locale.ROOT,
                "%s: measured %,d %s%s, allowance %s",
                guard.inWords(),
                measured,
                guard.unit(),
                paid,
                of);
    }
}
