package dev.stint.verify.stress;

import dev.stint.internal.queue.GlobalQueue;
import dev.stint.verify.tools.Backdoor;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;

/** The two ways of {@link GlobalQueue#push}, each with one access weaker than there. */
final class WeakGlobal {
    private static final Class<?> RING_TYPE = MpmcVarHandleArrayQueue.class;
    private static final VarHandle RING = Backdoor.field(GlobalQueue.class, "ring", RING_TYPE);
    private static final VarHandle INDEX =
            Backdoor.inherited(RING_TYPE, "producerIndex", long.class);
    private static final VarHandle SLOTS = Backdoor.inherited(RING_TYPE, "buffer", Object[].class);
    private static final VarHandle SEQUENCES =
            Backdoor.inherited(RING_TYPE, "sequenceBuffer", long[].class);
    private static final VarHandle SEQUENCE =
            java.lang.invoke.MethodHandles.arrayElementVarHandle(long[].class);

    private static final VarHandle OVERFLOWING =
            Backdoor.field(GlobalQueue.class, "overflowing", AtomicInteger.class);
    private static final VarHandle OVERFLOW =
            Backdoor.field(GlobalQueue.class, "overflow", ConcurrentLinkedQueue.class);

    private WeakGlobal() {}

    /** Weak: the producer index is read and then moved. To the list if there is no room. */
    static void pushToRing(GlobalQueue<Integer> queue, int element) {
        Object ring = RING.get(queue);
        var sequences = (long[]) SEQUENCES.get(ring);
        long index = (long) INDEX.getVolatile(ring);
        int place = (int) index & (sequences.length - 1);
        if ((long) SEQUENCE.getVolatile(sequences, place) != index) {
            queue.push(element);
            return;
        }
        INDEX.setVolatile(ring, index + 1); // in the ring a CAS
        ((Object[]) SLOTS.get(ring))[place] = element;
        SEQUENCE.setRelease(sequences, place, index + 1);
    }

    /** Weak: the count is read and then written. */
    @SuppressWarnings("unchecked")
    static void pushToList(GlobalQueue<Integer> queue, int element) {
        var overflowing = (AtomicInteger) OVERFLOWING.get(queue);
        overflowing.set(overflowing.get() + 1); // in GlobalQueue atomic
        ((Queue<Integer>) OVERFLOW.get(queue)).add(element);
    }
}
