package dev.stint.verify.speed;

import dev.stint.internal.stack.Processor;
import dev.stint.internal.task.TaskImpl;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Times a worker's own theft, from a task that runs on it. What was stolen stays in the worker's
 * hand; its next step finds it there and queues it, so that nothing is lost.
 */
final class Thief {
    private static final MethodHandle STEAL;

    static {
        try {
            Class<?> worker = Class.forName("dev.stint.internal.worker.Worker");
            STEAL =
                    MethodHandles.privateLookupIn(worker, MethodHandles.lookup())
                            .findVirtual(worker, "steal", MethodType.methodType(TaskImpl.class))
                            .asType(MethodType.methodType(Object.class, Processor.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Thief() {}

    /**
     * Steals once for the worker under the calling task, which must suspend before it steals again.
     *
     * @return how many nanoseconds it took, or -1 if there was nothing to steal
     */
    static long stealOnce(Runnable burden) {
        Processor worker = Processor.current();
        try {
            long before = System.nanoTime();
            burden.run();
            Object task = STEAL.invokeExact(worker);
            long after = System.nanoTime();
            return task == null ? -1 : after - before;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a theft threw " + e, e);
        }
    }
}
