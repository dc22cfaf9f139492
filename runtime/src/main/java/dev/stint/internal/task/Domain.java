package dev.stint.internal.task;

import dev.stint.capability.Issuer;
import dev.stint.error.GuardExceededException;
import dev.stint.guard.Guard;
import org.jspecify.annotations.Nullable;

/** A tenant as its tasks know it: whose rights count, and in whose queues they wait. */
public interface Domain {
    Issuer issuer();

    /** Which queues its tasks wait in: a number that no other living tenant has. */
    int lane();

    /** What a guard has stopped it with; null if none has. Any thread. */
    @Nullable GuardExceededException stopped();

    /** Counts a file or a connection that one of its tasks opens, or throws that it may not. */
    void countOpen(Guard kind, String who, String tried);

    /** It is closed. */
    void countClosed(Guard kind);
}
