package dev.stint.context;

import dev.stint.internal.worker.DepletionReports;
import java.time.Duration;
import java.util.Optional;

/**
 * Where contexts report that they were used up. Any number of them may report to one endpoint, see
 * {@link ContextConfig#withDepletionEndpoint}, and any number of tasks and threads may wait for it.
 *
 * <p>A report allocates nothing and never waits: each context has a slot of its own, made when it
 * was opened, which counts what nobody has looked at yet. So a slow listener loses no count, and
 * gets one notice where there were several depletions.
 *
 * <p>Made by {@link dev.stint.Scheduler#depletionEndpoint}. It needs no closing.
 */
public sealed interface DepletionEndpoint permits DepletionReports {
    /** Takes what was reported of one context; waits until one is used up if there is nothing. */
    DepletionNotice await() throws InterruptedException;

    /** The same, for so long at most; empty if nothing was reported by then. */
    Optional<DepletionNotice> await(Duration timeout) throws InterruptedException;

    /** What was reported and not taken yet, of one context; empty if nothing. Never waits. */
    Optional<DepletionNotice> poll();
}
