package dev.stint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutorService;

/** What a test does with an executor. */
@FunctionalInterface
interface ExecutorUse {
    void with(ExecutorService executor) throws Exception;

    /** Does it by a thread outside, and then by a task; closes the scheduler. */
    default void onBothSidesOf(Scheduler opened) throws Exception {
        try (var scheduler = opened) {
            try (var executor = scheduler.executor("outside")) {
                with(executor);
            }
            scheduler.run(
                    () -> {
                        try (var executor = scheduler.executor("inside")) {
                            with(executor);
                        }
                    });
            assertThat(scheduler.tenant().ledger().isBalanced()).isTrue();
        }
    }
}
