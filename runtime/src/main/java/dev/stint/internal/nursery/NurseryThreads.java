package dev.stint.internal.nursery;

import dev.stint.env.Seam;
import dev.stint.hooks.Foreign;
import dev.stint.internal.task.TaskImpl;
import dev.stint.nursery.NurseryState;
import dev.stint.task.Action;
import dev.stint.task.Outcome;
import dev.stint.task.TaskOptions;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * A nursery as a maker of threads. Nobody can be a {@code Thread} but the JDK's own: so the thread
 * is one of them, which stands for a task, and waits for it.
 */
@Seam("threads are what it makes")
final class NurseryThreads implements ThreadFactory {
    private final NurseryImpl nursery;

    NurseryThreads(NurseryImpl nursery) {
        this.nursery = nursery;
    }

    @Override
    public @Nullable Thread newThread(Runnable body) {
        Objects.requireNonNull(body, "what the thread is to run");
        return nursery.state() == NurseryState.OPEN
                ? Thread.ofVirtual().unstarted(() -> runAsTask(body))
                : null;
    }

    private void runAsTask(Runnable body) {
        String name = Thread.currentThread().getName();
        TaskOptions options = TaskOptions.defaults().withName(name);
        var job = new TaskFuture.Job<@Nullable Object>(nursery, Action.asCallable(body::run), true);
        TaskImpl<@Nullable Object> task = nursery.start(options, job);
        task.markSeen(); // the handler of this thread is told
        boolean interrupted = false;
        while (true) {
            try {
                throwIfFailed(task.awaitOutcome(), job);
                break;
            } catch (InterruptedException e) {
                interrupted = true;
                task.cancel();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void throwIfFailed(Outcome<?> outcome, TaskFuture.Job<?> job) {
        Throwable thrown =
                outcome instanceof Outcome.Failure<?>(var cause) ? cause : job.failureAfterEnd();
        switch (thrown) {
            case null -> {}
            case InterruptedException _ -> {} // it was interrupted, and is done
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException(Foreign.inWords(thrown), thrown);
        }
    }

    @Override
    public String toString() {
        return "thread factory of " + nursery;
    }
}
