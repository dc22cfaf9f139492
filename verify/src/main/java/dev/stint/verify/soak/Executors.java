package dev.stint.verify.soak;

import dev.stint.Stint;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Executors and their futures: after the close all are done, and all that began has ended. */
final class Executors extends Exercise {
    private final LongAdder begun = new LongAdder();
    private final LongAdder ended = new LongAdder();

    Executors(Stage stage) {
        super("executor", stage);
    }

    @Override
    void act(Draw draw) throws Exception {
        List<Future<Long>> futures = new ArrayList<>();
        ExecutorService executor = stage().scheduler().executor("soaked");
        try (executor) {
            for (int i = draw.below(5); i > 0; i--) {
                futures.add(executor.submit(job(draw)));
            }
            several(executor, draw);
            for (Future<Long> future : futures) {
                if (draw.oneIn(4)) {
                    future.cancel(draw.oneIn(2));
                } else if (draw.oneIn(2)) {
                    get(future, draw);
                }
            }
            if (draw.oneIn(6)) {
                executor.shutdownNow();
            }
        } catch (ExecutionException | CancellationException | RejectedExecutionException e) {
            // as it was drawn
        }
        if (!executor.isTerminated() || !futures.stream().allMatch(Future::isDone)) {
            wrong("closed, and not all is done: " + executor + ", " + futures);
        }
        did();
    }

    private void several(ExecutorService executor, Draw draw) throws Exception {
        switch (draw.below(5)) {
            case 0 -> executor.invokeAll(List.of(job(draw), job(draw), job(draw)));
            case 1 -> executor.invokeAny(List.of(job(draw), job(draw)));
            case 2 -> executor.invokeAll(List.of(job(draw), job(draw)), 1, TimeUnit.MILLISECONDS);
            case 3 -> {
                if (stage().mayBlockInJdk()) {
                    CompletableFuture.supplyAsync(() -> 1, executor)
                            .thenApplyAsync(v -> v + 1, executor)
                            .get();
                }
            }
            default -> {}
        }
    }

    private static void get(Future<Long> future, Draw draw) throws Exception {
        try {
            future.get(draw.moment().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            // as it was drawn
        }
    }

    private Callable<Long> job(Draw draw) {
        long seed = draw.seed();
        return () -> {
            begun.increment();
            try {
                var own = new Draw(seed);
                if (own.oneIn(3)) {
                    Stint.sleep(own.moment());
                }
                if (own.oneIn(6)) {
                    throw new IllegalStateException("as some do");
                }
                return seed;
            } finally {
                ended.increment();
            }
        };
    }

    @Override
    void audit(Consumer<String> wrong) {
        if (begun.sum() != ended.sum()) {
            wrong.accept("%s tasks begun, %s ended".formatted(begun, ended));
        }
    }
}
