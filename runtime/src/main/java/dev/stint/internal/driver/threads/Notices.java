package dev.stint.internal.driver.threads;

import dev.stint.env.Seam;
import dev.stint.event.UncaughtHandler;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs what listeners do that may take long, one after the other, on a thread that is there only
 * while there is something. What they throw is dropped, and so is what comes when too many wait.
 */
@Seam("a real thread")
final class Notices {
    private static final long IDLE_SECONDS = 1;
    private static final long PATIENCE_SECONDS = 5;

    private final ThreadPoolExecutor thread;

    Notices(String name) {
        thread =
                new ThreadPoolExecutor(
                        1,
                        1,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(UncaughtHandler.MOST_WAITING),
                        loop -> {
                            var made = new Thread(loop, name);
                            made.setDaemon(true);
                            return made;
                        },
                        new ThreadPoolExecutor.DiscardPolicy());
        thread.allowCoreThreadTimeOut(true);
    }

    void hand(Runnable notice) {
        thread.execute(
                () -> {
                    try {
                        notice.run();
                    } catch (Throwable e) {
                        // its own affair: a listener must not disturb what it listens to
                    }
                });
    }

    /** Takes nothing more, and waits a while for what it has. */
    void end() {
        thread.shutdown();
        try {
            thread.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
