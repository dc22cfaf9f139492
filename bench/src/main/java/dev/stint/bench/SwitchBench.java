package dev.stint.bench;

import dev.stint.internal.queue.WorkDeque;
import java.lang.reflect.Constructor;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import jdk.internal.vm.Continuation;
import jdk.internal.vm.ContinuationScope;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.infra.Blackhole;

/** What is the least that the JVM takes for the things every scheduler does? One thread. */
public class SwitchBench {
    private static final ContinuationScope SCOPE = new ContinuationScope("floor");

    /** Tasks that wait at once; a deque of this size stays in the cache. */
    private static final int BURST = 64;

    @Benchmark
    public void floor(FloorState state, Blackhole blackhole) throws Exception {
        switch (Impl.of(state.impl)) {
            case FLOOR -> switchContinuation(state.size);
            case FLOOR_VIRTUAL_THREAD -> switchVirtualThread(state.size);
            case FLOOR_HOT_TASK -> runHot(state.size, blackhole);
            case FLOOR_PUSH_POP -> pushPop(state.size, blackhole);
            default -> throw new IllegalArgumentException(state.impl + " is no floor");
        }
    }

    private static void switchContinuation(int switches) {
        var continuation =
                new Continuation(
                        SCOPE,
                        () -> {
                            for (int i = 0; i < switches; i++) {
                                Continuation.yield(SCOPE);
                            }
                        });
        while (!continuation.isDone()) {
            continuation.run();
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // Thread.yield is what is measured
    private static void switchVirtualThread(int switches) throws Exception {
        onOwnExecutor(
                () -> {
                    for (int i = 0; i < switches; i++) {
                        Thread.yield();
                    }
                });
    }

    /** Tasks that a live core takes one after the other: an object, a push, a pop, a call. */
    private static void runHot(int tasks, Blackhole blackhole) throws Exception {
        onOwnExecutor(
                () -> {
                    var deque = new WorkDeque<Runnable>();
                    for (int left = tasks; left > 0; left -= BURST) {
                        for (int i = 0; i < BURST; i++) {
                            int number = i;
                            deque.push(() -> blackhole.consume(number));
                        }
                        Runnable task;
                        while ((task = deque.pop()) != null) {
                            task.run();
                        }
                    }
                });
    }

    private static void pushPop(int times, Blackhole blackhole) {
        var deque = new WorkDeque<Object>();
        var element = new Object();
        for (int i = 0; i < times; i++) {
            deque.push(element);
            blackhole.consume(deque.pop());
        }
    }

    /** Runs the body on a virtual thread whose carrier is the caller. */
    private static void onOwnExecutor(Runnable body) throws Exception {
        var queue = new ArrayDeque<Runnable>();
        builder(queue::add).start(body);
        Runnable next;
        while ((next = queue.poll()) != null) {
            next.run();
        }
    }

    private static Thread.Builder.OfVirtual builder(Executor executor) throws Exception {
        Constructor<?> constructor =
                Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
                        .getDeclaredConstructor(Executor.class);
        constructor.setAccessible(true);
        return (Thread.Builder.OfVirtual) constructor.newInstance(executor);
    }
}
