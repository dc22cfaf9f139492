package dev.stint.nativecode.internal;

import dev.stint.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * C code on a thread that runs no task of its own: it asks by a call, and waits where it stands.
 */
final class OutsideCaller {
    private static final ThreadLocal<Answers> ANSWERS =
            ThreadLocal.withInitial(() -> new Answers(false));

    /** The scheduler that C code has opened last, and not ended. */
    private static volatile @Nullable Scheduler scheduler;

    private OutsideCaller() {}

    /** Called by the library. What is thrown here would end the process. */
    static void ask(long request) {
        long code;
        try {
            Answers mine = ANSWERS.get();
            try {
                code = mine.answer(Request.of(FiberRecord.kind(request)), request);
            } catch (Throwable e) {
                code = mine.failed(e);
            }
        } catch (Throwable e) {
            code = Codes.of(e);
        }
        FiberRecord.setResult(request, code);
    }

    static @Nullable Scheduler scheduler() {
        return scheduler;
    }

    static synchronized void opened(Scheduler opened) {
        scheduler = opened;
    }

    static synchronized void closed(Scheduler closed) {
        if (scheduler == closed) {
            scheduler = null;
        }
    }
}
