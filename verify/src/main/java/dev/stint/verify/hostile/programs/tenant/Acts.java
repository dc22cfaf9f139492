package dev.stint.verify.hostile.programs.tenant;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.channel.Sender;
import dev.stint.nursery.Nursery;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Ways to do something: over and over, deep down, holding a lock, in tasks. */
@SuppressWarnings("unused") // found by reflection
public final class Acts {
    private static final Object LOCK = new Object();
    private static int failed;

    private Acts() {}

    /** Does it, whatever comes of it. */
    public static void attempt(Act act) {
        try {
            act.act();
        } catch (Throwable e) {
            failed++;
        }
    }

    public static Act once(int n, Act act) {
        return act;
    }

    public static Act loop(int n, Act act) {
        return () -> {
            for (int i = 0; i < n; i++) {
                attempt(act);
            }
        };
    }

    public static Act loopUntilItFails(int n, Act act) {
        return () -> {
            for (int i = 0; i < 50 * n; i++) {
                act.act();
            }
        };
    }

    public static Act deep(int n, Act act) {
        return () -> descend(n, act);
    }

    private static void descend(int n, Act act) throws Exception {
        if (n <= 0) {
            act.act();
        } else {
            descend(n - 1, act);
        }
    }

    public static Act locked(int n, Act act) {
        return () -> {
            synchronized (LOCK) {
                for (int i = 0; i < 10; i++) {
                    act.act();
                }
            }
        };
    }

    public static Act thrown(int n, Act act) {
        return () -> {
            for (int i = 0; i < n; i++) {
                try {
                    act.act();
                    throw new IllegalStateException("over");
                } catch (RuntimeException e) {
                    failed += e.hashCode() & 1;
                }
            }
        };
    }

    public static Act atLast(int n, Act act) {
        return () -> {
            try {
                descend(n, act);
            } finally {
                act.act();
            }
        };
    }

    public static Act spawned(int n, Act act) {
        return () -> {
            try (Nursery nursery = Stint.nursery()) {
                for (int i = 0; i < Math.min(8, n); i++) {
                    nursery.spawn(() -> attempt(act));
                }
            }
        };
    }

    public static Act sent(int n, Act act) {
        return () -> {
            Channel<Act> channel = Channel.buffered(1 + n % 5);
            try (Nursery nursery = Stint.nursery()) {
                nursery.spawn(() -> send(channel.sender(), Math.min(n, 100), act));
                for (int i = 0; i < Math.min(n, 100); i++) {
                    attempt(channel.receiver().receive());
                }
            }
        };
    }

    private static void send(Sender<Act> to, int n, Act act) throws InterruptedException {
        for (int i = 0; i < n; i++) {
            to.send(act);
        }
    }

    public static Act slept(int n, Act act) {
        return () -> {
            for (int i = 0; i < Math.min(n, 50); i++) {
                attempt(act);
                Stint.sleep(Duration.ofNanos(1));
            }
        };
    }

    public static Act chained(int n, Act act) {
        return () -> {
            var future = new CompletableFuture<Integer>();
            CompletableFuture<Integer> last = future;
            for (int i = 0; i < n; i++) {
                last =
                        last.thenApply(
                                x -> {
                                    attempt(act);
                                    return x + 1;
                                });
            }
            future.complete(1);
            last.join();
        };
    }

    public static Act initialised(int n, Act act) {
        return () -> {
            Once.pending = act;
            failed += Once.Holder.value();
        };
    }

    /** A class whose initialiser does it, the first time. */
    private static final class Once {
        static Act pending = () -> {};

        static final class Holder {
            private static final int VALUE = doPending();

            private static int doPending() {
                attempt(pending);
                return 1;
            }

            static int value() {
                return VALUE;
            }
        }
    }
}
