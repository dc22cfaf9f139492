package dev.stint.internal.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A worker's letter box: anyone pushes, one taker at a time empties it whole.
 *
 * <p>A stack of nodes under one head word. Taking swaps the head for null and so owns everything
 * that was in it, whoever the taker is; that is what lets the monitor seize the box of a stalled
 * worker without a lock (ruling R7). Nodes are not intrusive: an element may be in two boxes after
 * a fault was recovered, and must not tear either list.
 *
 * <p>Closing swaps in a sentinel that never leaves; a push to a closed box is refused and the
 * caller goes elsewhere, so a retiring worker cannot be sent anything after its last look.
 */
public final class Inbox<T> {
    private static final VarHandle HEAD;

    static {
        try {
            HEAD = MethodHandles.lookup().findVarHandle(Inbox.class, "head", Node.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final class Node<T> {
        final @Nullable T element; // null only in CLOSED
        @Nullable Node<T> next;
        int depth;

        Node(@Nullable T element) {
            this.element = element;
        }
    }

    private static final Node<?> CLOSED = new Node<>(null);

    private volatile @Nullable Node<T> head;

    /** Adds an element; false when the box is closed. Any thread, lock-free. */
    public boolean push(T element) {
        var node = new Node<T>(element);
        Node<T> h = head;
        while (true) {
            if (h == CLOSED) {
                return false;
            }
            node.next = h;
            node.depth = h == null ? 1 : h.depth + 1;
            @SuppressWarnings("unchecked")
            var seen =
                    (Node<T>) HEAD.compareAndExchange(this, h, node); // pairs with takeAll's swap
            if (seen == h) {
                return true;
            }
            h = seen;
        }
    }

    /** Empties the box, oldest first; returns how many there were. Any thread. */
    public int takeAll(Consumer<? super T> into) {
        Node<T> h = head;
        while (h != null && h != CLOSED) {
            Node<T> seen = exchangeHead(h, null);
            if (seen == h) {
                return deliver(h, into);
            }
            h = seen;
        }
        return 0;
    }

    /** Empties the box and refuses all later pushes. Any thread, any number of times. */
    @SuppressWarnings("unchecked")
    public int close(Consumer<? super T> into) {
        var h = (Node<T>) HEAD.getAndSet(this, CLOSED);
        return h == null || h == CLOSED ? 0 : deliver(h, into);
    }

    @SuppressWarnings("unchecked")
    private @Nullable Node<T> exchangeHead(@Nullable Node<T> expected, @Nullable Node<T> next) {
        return (Node<T>) HEAD.compareAndExchange(this, expected, next);
    }

    private int deliver(Node<T> newest, Consumer<? super T> into) {
        Node<T> rest = reverse(newest);
        int count = 0;
        try {
            while (rest != null) {
                if (rest.element != null) {
                    into.accept(rest.element);
                    count++;
                }
                rest = rest.next;
            }
        } finally {
            // Only if accept threw: what was not delivered goes back, so that an error loses
            // nothing.
            for (; rest != null; rest = rest.next) {
                if (rest.element != null && !push(rest.element)) {
                    acceptOrDrop(rest.element, into);
                }
            }
        }
        return count;
    }

    /** The box is closed and an error on its way out: the last chance of one, no harm to others. */
    private static <T> void acceptOrDrop(T element, Consumer<? super T> into) {
        try {
            into.accept(element);
        } catch (Throwable again) {
            // the first error is the one to tell
        }
    }

    private static <T> @Nullable Node<T> reverse(Node<T> newest) {
        Node<T> oldest = null;
        for (Node<T> n = newest; n != null; ) {
            Node<T> next = n.next;
            n.next = oldest;
            oldest = n;
            n = next;
        }
        return oldest;
    }

    public boolean isEmpty() {
        Node<T> h = head;
        return h == null || h == CLOSED;
    }

    /** How many elements wait, as of the newest push. */
    public int depth() {
        Node<T> h = head;
        return h == null ? 0 : h.depth;
    }
}
