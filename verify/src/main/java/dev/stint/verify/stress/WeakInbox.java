package dev.stint.verify.stress;

import dev.stint.internal.queue.Inbox;
import dev.stint.verify.tools.Backdoor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Methods of {@link Inbox}, each with one access weaker than there. */
final class WeakInbox {
    private static final Class<?> NODE =
            Backdoor.type(Inbox.class, Inbox.class.getName() + "$Node");
    private static final VarHandle HEAD = Backdoor.field(Inbox.class, "head", NODE);
    private static final VarHandle CLOSED = Backdoor.staticField(Inbox.class, "CLOSED", NODE);
    private static final MethodHandle DELIVER =
            Backdoor.method(Inbox.class, "deliver", int.class, NODE, Consumer.class);
    private static final MethodHandle NEW_NODE = Backdoor.constructor(NODE, Object.class);

    private WeakInbox() {}

    /** Weak: the head is read and then cleared. */
    static <T> int takeAll(Inbox<T> inbox, Consumer<? super T> into) {
        Object h = HEAD.getVolatile(inbox);
        HEAD.setVolatile(inbox, null); // in Inbox a CAS
        return deliver(inbox, h, into);
    }

    /** Weak: the head is read and then closed. */
    static <T> int close(Inbox<T> inbox, Consumer<? super T> into) {
        Object h = HEAD.getVolatile(inbox);
        HEAD.setVolatile(inbox, CLOSED.get()); // in Inbox an atomic swap
        return deliver(inbox, h, into);
    }

    /** For an empty box. Weak: the head is written with release. */
    static <T> void push(Inbox<T> inbox, T element) {
        try {
            HEAD.setRelease(inbox, NEW_NODE.invoke(element)); // in Inbox a CAS
        } catch (Throwable e) {
            throw Backdoor.unexpected(e);
        }
    }

    private static <T> int deliver(
            Inbox<T> inbox, @Nullable Object newest, Consumer<? super T> into) {
        try {
            return newest == null ? 0 : (int) DELIVER.invoke(inbox, newest, into);
        } catch (Throwable e) {
            throw Backdoor.unexpected(e);
        }
    }
}
