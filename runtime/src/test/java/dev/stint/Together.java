package dev.stint;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs pieces of test code at the same time, each on a thread of its own, and brings every failure
 * back to the test's thread: a stress test that cannot fail proves nothing.
 *
 * <p>After the first failure the other threads are interrupted; what they throw then is suppressed
 * under it. A piece that does not end in time fails the test with its stack.
 */
public final class Together {
    /** A piece of test code. */
    @FunctionalInterface
    public interface Piece {
        void run() throws Exception;
    }

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final List<Thread> threads = new ArrayList<>();
    private @Nullable Throwable failure; // guarded by this

    private Together() {}

    public static void run(Piece... pieces) {
        run(LIMIT, Arrays.asList(pieces));
    }

    public static void run(List<Piece> pieces) {
        run(LIMIT, pieces);
    }

    public static void run(Duration limit, List<Piece> pieces) {
        var together = new Together();
        var barrier = new CyclicBarrier(pieces.size());
        for (Piece piece : pieces) {
            together.threads.add(
                    Thread.ofPlatform()
                            .daemon()
                            .name("together-" + together.threads.size())
                            .unstarted(() -> together.guarded(barrier, piece)));
        }
        together.threads.forEach(Thread::start);
        together.join(limit);
    }

    private void guarded(CyclicBarrier barrier, Piece piece) {
        try {
            barrier.await();
            piece.run();
        } catch (Throwable e) {
            failed(e);
        }
    }

    private synchronized void failed(Throwable e) {
        if (failure != null) {
            failure.addSuppressed(e);
            return;
        }
        failure = e;
        threads.forEach(Thread::interrupt);
    }

    private void join(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        for (Thread thread : threads) {
            try {
                // Once something failed, the others get a moment to notice the interrupt.
                long left = firstFailure() == null ? deadline - System.nanoTime() : 2_000_000_000;
                TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, left));
            } catch (InterruptedException e) {
                failed(e);
            }
            if (thread.isAlive()) {
                failed(stuck(thread, limit));
            }
        }
        Throwable first = firstFailure();
        if (first != null) {
            throw first instanceof Error error ? error : new AssertionError(first);
        }
    }

    private synchronized @Nullable Throwable firstFailure() {
        return failure;
    }

    private static AssertionError stuck(Thread thread, Duration limit) {
        var error = new AssertionError(thread.getName() + " had not ended after " + limit);
        error.setStackTrace(thread.getStackTrace());
        return error;
    }

    /** For loops that wait for another thread: gives way, and ends with the test. */
    @SuppressWarnings("ThreadPriorityCheck") // fewer processors than threads is the usual case
    public static void breathe() throws InterruptedException {
        Thread.yield();
        if (Thread.interrupted()) {
            throw new InterruptedException("another thread of this test has failed");
        }
    }
}
