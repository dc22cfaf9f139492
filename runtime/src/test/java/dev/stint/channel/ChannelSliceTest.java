package dev.stint.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.config.Cores;
import dev.stint.nursery.Nursery;
import dev.stint.task.TaskOptions;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A task whose channel operations never have to wait still gives way after its slice. */
@Timeout(60)
class ChannelSliceTest {
    private static final int SLICE = 2000;
    private static final TaskOptions RICH = TaskOptions.defaults().withBudget(Budget.DEFAULT);

    /** One worker: the other runs only if the first lets it. */
    @ParameterizedTest
    @CsvSource({
        "VIRTUAL, send",
        "VIRTUAL, try",
        "VIRTUAL, select",
        "BARE, send",
        "BARE, try",
        "BARE, select"
    })
    void operation_neverWaits_othersRunAfterASlice(Cores cores, String what) throws Exception {
        try (var scheduler =
                Scheduler.open(
                        c ->
                                c.withSeed(1)
                                        .withWorkers(1)
                                        .withCores(cores)
                                        .withSlice(SLICE)
                                        .withYieldInterval(100))) {
            Channel<Integer> channel = Channel.unbounded();
            Channel<Integer> full = Channel.rendezvous();
            var done = new AtomicInteger();
            var atTurn = new AtomicInteger(-1);
            scheduler.run(
                    () -> {
                        try (Nursery nursery = Stint.nursery()) {
                            nursery.spawn(RICH, () -> work(what, channel, full, done));
                            nursery.spawn(
                                    () -> {
                                        Kind.giveWayUntil(() -> done.get() > 0);
                                        atTurn.set(done.get());
                                    });
                            nursery.join();
                        }
                    });
            assertThat(atTurn.get()).isBetween(1, SLICE + 100);
        }
    }

    private static void work(
            String what, Channel<Integer> channel, Channel<Integer> full, AtomicInteger done)
            throws InterruptedException {
        for (int i = 0; i < 9000; i++) {
            switch (what) {
                case "send" -> channel.send(i);
                case "try" -> full.trySend(i);
                default -> Select.from(channel.onSend(i, () -> 0));
            }
            done.incrementAndGet();
        }
    }
}
