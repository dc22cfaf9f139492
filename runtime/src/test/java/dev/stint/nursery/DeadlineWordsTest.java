package dev.stint.nursery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.error.NurseryDeadlineExceededException;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** [NURSERY:4.4] Whoever is stopped by a deadline is told by which one, and how long it was. */
class DeadlineWordsTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final Scheduler scheduler = Scheduler.open(c -> c.withName("words").withSeed(3));

    @AfterEach
    void close() {
        scheduler.close();
    }

    @Test
    void opener_isToldWhichDeadlineAndHowLong() {
        assertThatThrownBy(
                        () ->
                                scheduler.runInNursery(
                                        n -> n.withName("page").withDeadline(Duration.ofMillis(50)),
                                        nursery -> nursery.spawn(() -> Stint.sleep(LONG))))
                .isInstanceOf(NurseryDeadlineExceededException.class)
                .hasMessageContaining("'page' ended early: its deadline of PT0.05S has passed.");
    }

    @Test
    void child_ofANurseryInside_isToldOfTheOuterDeadline() {
        var learned = new AtomicReference<>("");
        var awaited = new AtomicReference<>("");
        assertThatThrownBy(
                        () ->
                                scheduler.runInNursery(
                                        n -> n.withName("page").withDeadline(Duration.ofSeconds(2)),
                                        nursery -> nursery.spawn(() -> inside(learned, awaited))))
                .isInstanceOf(NurseryDeadlineExceededException.class);
        assertThat(learned.get())
                .contains("was cancelled: nursery ")
                .contains("'page' has passed its deadline of PT2S; it learns of it in sleep()");
        assertThat(awaited.get()).contains("'page' has passed its deadline of PT2S");
    }

    private static void inside(AtomicReference<String> learned, AtomicReference<String> awaited)
            throws InterruptedException {
        Task<?> child = null;
        try (var inner = Stint.nursery(n -> n.withName("inner"))) {
            child =
                    inner.spawn(
                            () -> {
                                try {
                                    Stint.sleep(LONG);
                                } catch (InterruptedException e) {
                                    learned.set(String.valueOf(e.getMessage()));
                                    throw e;
                                }
                            });
            child.await();
        } catch (InterruptedException | CancellationException e) {
            awaited.set(String.valueOf(e.getMessage()));
        }
    }

    @Test
    void rootNursery_hasANameAndNoNumber() {
        try (var guest = scheduler.openTenant(t -> t.withName("guest"))) {
            assertThat(guest.root()).hasToString("the root nursery of 'guest'");
        }
        assertThat(scheduler.root()).hasToString("the root nursery of 'words'");
    }
}
