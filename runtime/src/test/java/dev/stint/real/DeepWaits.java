package dev.stint.real;

import dev.stint.Scheduler;
import dev.stint.config.Cores;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Recurses to the end of the stack and on the way back waits for something, at every depth, while
 * the main thread ends those waits or cancels who waits. A program of its own like {@link
 * DeepStack}, with the same arguments.
 */
final class DeepWaits {
    private static final int VARIANTS = 3; // of frames
    private static final int ENOUGH = 3; // waits in a row that were waited to their end

    private final Scheduler scheduler;
    private final boolean outside;
    private final List<String> wrong = new ArrayList<>();
    private int done;
    private int refused;

    DeepWaits(Scheduler scheduler, boolean outside) {
        this.scheduler = scheduler;
        this.outside = outside;
    }

    // ---- the deep side

    /** One way to the end of the stack and back. */
    private static final class Dive {
        private final Wait wait;
        private int done;
        private int refused;
        private int left = 20_000; // frames; there are more below

        Dive(Wait wait) {
            this.wait = wait;
        }

        /** The frames differ from variant to variant, so that the end comes elsewhere. */
        void run(int variant) throws Exception {
            wait.before();
            try {
                switch (variant % 3) {
                    case 0 -> small();
                    case 1 -> medium(variant, 1);
                    default -> large(variant, 1, 2, 3, 4, 5, 6, 7);
                }
                left = 0;
                wait.run(); // up here nothing refuses it
                done++;
            } finally {
                wait.after();
            }
        }

        private void back() throws Exception {
            if (left > 0) {
                left--;
                try {
                    wait.run();
                    done++;
                    left = done < ENOUGH ? left : 0;
                } catch (StackOverflowError e) {
                    refused++;
                }
            }
        }

        @SuppressWarnings("InfiniteRecursion") // that is the point
        private void small() throws Exception {
            try {
                small();
            } catch (StackOverflowError e) {
                // As deep as it goes, or so.
            }
            back();
        }

        @SuppressWarnings("InfiniteRecursion")
        private long medium(long a, long b) throws Exception {
            long c = a;
            try {
                c += medium(b, a + 1);
            } catch (StackOverflowError e) {
                // As deep as it goes, or so.
            }
            back();
            return c + a + b;
        }

        @SuppressWarnings("InfiniteRecursion")
        private long large(long a, long b, long c, long d, long e, long f, long g, long h)
                throws Exception {
            long i = a;
            try {
                i += large(b, c, d, e, f, g, h, a + 1);
            } catch (StackOverflowError tooDeep) {
                // As deep as it goes, or so.
            }
            back();
            return a + b + c + d + e + f + g + h + i;
        }
    }

    /** Who dives: a task, or a thread outside. */
    private interface Diver {
        boolean isBlocked();

        boolean hasEnded();

        void cancel();

        @Nullable Throwable failure() throws Exception;
    }

    private static Diver task(Task<?> task) {
        return new Diver() {
            @Override
            public boolean isBlocked() {
                return task.state() == TaskState.BLOCKED;
            }

            @Override
            public boolean hasEnded() {
                return task.state().isFinal();
            }

            @Override
            public void cancel() {
                task.cancel();
            }

            @Override
            public @Nullable Throwable failure() throws Exception {
                return switch (task.awaitOutcome()) {
                    case Outcome.Failure<?>(var cause) -> cause;
                    case Outcome.Cancelled<?>() -> new InterruptedException();
                    default -> null;
                };
            }
        };
    }

    private static Diver thread(Dive dive, int variant) {
        var failed = new Throwable[1];
        var thread =
                new Thread(
                        null,
                        () -> {
                            try {
                                dive.run(variant);
                            } catch (Throwable e) {
                                failed[0] = e;
                            }
                        },
                        "deep",
                        DeepStack.SMALL_STACK);
        thread.start();
        return new Diver() {
            @Override
            public boolean isBlocked() {
                return switch (thread.getState()) {
                    case WAITING, TIMED_WAITING -> true;
                    default -> false;
                };
            }

            @Override
            public boolean hasEnded() {
                return !thread.isAlive();
            }

            @Override
            public void cancel() {
                thread.interrupt();
            }

            @Override
            public @Nullable Throwable failure() {
                return failed[0];
            }
        };
    }

    // ---- the other side

    private void dive(Wait wait, int variant, boolean cancels) throws Exception {
        var dive = new Dive(wait);
        Nursery nursery = scheduler.nursery(n -> n.withCancelOnError(false));
        wait.in(scheduler, nursery, outside);
        Diver diver =
                outside
                        ? thread(dive, variant)
                        : task(nursery.spawn("deep", () -> dive.run(variant)));
        boolean ended =
                await(
                        () -> {
                            if (!diver.hasEnded() && diver.isBlocked()) {
                                if (cancels) {
                                    diver.cancel();
                                } else {
                                    complete(wait);
                                }
                            }
                            return diver.hasEnded();
                        });
        String what = wait.name + (cancels ? ", cancelled" : "") + ", frames " + variant + ": ";
        done += dive.done;
        refused += dive.refused;
        if (!ended) {
            wrong.add(what + "has not come back, done " + dive.done);
            return;
        }
        Throwable failure = diver.failure();
        if (failure != null && !(cancels && failure instanceof InterruptedException)) {
            failure.printStackTrace();
            wrong.add(what + failure);
        }
        if (dive.refused == 0) {
            wrong.add(what + "was never refused");
        }
        if (!cancels && dive.done < 2) {
            wrong.add(what + "was done " + dive.done + " times");
        }
        wrong.addAll(wait.wrong(what));
        nursery.cancel(); // what else there is
        if (!await(() -> nursery.state().isFinal())) {
            wrong.add(what + nursery + " does not end: " + nursery.children());
        }
        nursery.close();
    }

    private void complete(Wait wait) {
        try {
            wait.complete();
        } catch (Exception e) {
            wrong.add(wait.name + ": " + e);
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // others have more to do
    private static boolean await(BooleanSupplier condition) {
        long until = System.nanoTime() + DeepStack.PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > until) {
                return false;
            }
            Thread.yield();
        }
        return true;
    }

    private void run() throws Exception {
        for (String name : Wait.names()) {
            for (int variant = 0; variant < VARIANTS && wrong.isEmpty(); variant++) {
                dive(Wait.of(name), variant, false);
                dive(Wait.of(name), variant, true);
            }
        }
    }

    public static void main(String[] kinds) throws Exception {
        DeepStack.makeCarriersSmall();
        for (String kind : kinds) {
            boolean outside = kind.equals("OUTSIDE");
            Cores cores = outside ? Cores.VIRTUAL : Cores.valueOf(kind);
            Scheduler scheduler = Scheduler.open(c -> c.withWorkers(2).withCores(cores));
            var deep = new DeepWaits(scheduler, outside);
            deep.run();
            if (deep.wrong.isEmpty()) {
                scheduler.close();
            }
            System.out.println(
                    kind
                            + ": "
                            + (deep.wrong.isEmpty() ? "well" : String.join("; ", deep.wrong))
                            + ", done "
                            + deep.done
                            + ", refused "
                            + deep.refused);
        }
        System.exit(0);
    }
}
