package dev.stint.verify.inside;

import dev.stint.internal.supervisor.SupervisorImpl;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.verify.tools.Backdoor;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.atomic.AtomicBoolean;

/** A supervisor's bell, which only its own package can name, and something that it rings for. */
final class Rings {
    private static final Class<?> BELL =
            Backdoor.type(SupervisorImpl.class, "dev.stint.internal.supervisor.Bell");
    private static final MethodHandle NEW = Backdoor.constructor(BELL);
    private static final MethodHandle RING = Backdoor.method(BELL, "ring", void.class);
    private static final MethodHandle HUSH = Backdoor.method(BELL, "hush", void.class);
    private static final MethodHandle AWAIT =
            Backdoor.method(BELL, "await", void.class, TaskImpl.class, long.class, String.class);

    private final Object bell;
    private final AtomicBoolean changed = new AtomicBoolean();

    Rings() {
        try {
            bell = NEW.invoke();
        } catch (Throwable e) {
            throw Backdoor.unexpected(e);
        }
    }

    void changeAndRing() {
        changed.set(true);
        try {
            RING.invoke(bell);
        } catch (Throwable e) {
            throw Backdoor.unexpected(e);
        }
    }

    boolean isAnythingNew() {
        try {
            HUSH.invoke(bell);
        } catch (Throwable e) {
            throw Backdoor.unexpected(e);
        }
        return changed.get();
    }

    void await() {
        try {
            AWAIT.invoke(bell, TaskImpl.ensureCurrent("await"), TimerHeap.NONE, "a ring");
        } catch (Throwable e) {
            throw Backdoor.unexpected(e);
        }
    }
}
