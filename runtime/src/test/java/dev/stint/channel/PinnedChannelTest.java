package dev.stint.channel;

import static dev.stint.channel.Kind.receiversOf;
import static dev.stint.channel.Kind.sendersOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.stint.Setting;
import dev.stint.nursery.Nursery;
import dev.stint.task.Action;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * [FIBER:fiber-context] [FIBER:fiber-context] A task that waits for a channel inside a class
 * initialiser cannot be unmounted: it blocks its carrier (R5), or, where that would stop everybody,
 * is refused and leaves no trace.
 */
@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class PinnedChannelTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final AtomicReference<@Nullable Action> WORK = new AtomicReference<>();

    private final Setting on;

    PinnedChannelTest(Setting on) {
        this.on = on;
    }

    /** Made anew for every use: an initialiser runs only once. */
    private static final class Template {
        static {
            runWork();
        }
    }

    static void runWork() {
        try {
            Objects.requireNonNull(WORK.getAndSet(null)).run();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void inInitialiser(Action work) throws IOException, IllegalAccessException {
        byte[] code;
        try (var in = Template.class.getResourceAsStream("PinnedChannelTest$Template.class")) {
            code = Objects.requireNonNull(in).readAllBytes();
        }
        MethodHandles.Lookup made = MethodHandles.lookup().defineHiddenClass(code, false);
        WORK.set(work);
        made.ensureInitialized(made.lookupClass());
    }

    @Test
    void receive_pinned_isServedOrRefused() throws Exception {
        for (ReceiveForm form : ReceiveForm.values()) {
            if (!form.waits) {
                continue;
            }
            Channel<Integer> channel = Channel.rendezvous();
            var got = new AtomicReference<>("");
            try (var scheduler = on.open()) {
                Nursery nursery = scheduler.nursery(n -> n.withCancelOnError(false));
                Task<?> pinned =
                        nursery.spawn(
                                () -> inInitialiser(() -> got.set(form.receive(channel, LONG))));
                if (on.isSeeded()) {
                    assertRefused(pinned);
                } else {
                    Setting.until(
                            scheduler,
                            () ->
                                    receiversOf(channel) == 1
                                            && scheduler.snapshot().pinnedParks() > 0);
                    nursery.spawn(() -> channel.send(8)).await();
                    pinned.await();
                    assertThat(got.get()).isEqualTo("8");
                    assertThat(scheduler.snapshot().pinnedParks()).isPositive();
                }
                assertThat(receiversOf(channel)).isZero();
                nursery.awaitAll();
                nursery.close();
            }
        }
    }

    @Test
    void send_pinned_isServedOrRefused() throws Exception {
        for (SendForm form : SendForm.values()) {
            if (!form.waits) {
                continue;
            }
            Channel<Integer> channel = Channel.rendezvous();
            var got = new AtomicReference<>("");
            try (var scheduler = on.open()) {
                Nursery nursery = scheduler.nursery(n -> n.withCancelOnError(false));
                Task<?> pinned =
                        nursery.spawn(
                                () -> inInitialiser(() -> got.set(form.send(channel, 1, LONG))));
                if (on.isSeeded()) {
                    assertRefused(pinned);
                } else {
                    Setting.until(
                            scheduler,
                            () ->
                                    sendersOf(channel) == 1
                                            && scheduler.snapshot().pinnedParks() > 0);
                    assertThat(nursery.spawn(() -> channel.receive()).await()).isEqualTo(1);
                    pinned.await();
                    assertThat(got.get()).isEqualTo("taken");
                }
                assertThat(sendersOf(channel)).isZero();
                nursery.awaitAll();
                nursery.close();
            }
        }
    }

    @Test
    void receive_pinnedAndCancelled_ends() throws Exception {
        assumeFalse(on.isSeeded(), "under a seed a pinned wait is refused");
        Channel<Integer> channel = Channel.rendezvous();
        try (var scheduler = on.open()) {
            Nursery nursery = scheduler.nursery(n -> n.withCancelOnError(false));
            Task<?> pinned = nursery.spawn(() -> inInitialiser(() -> channel.receive()));
            Setting.until(
                    scheduler,
                    () -> receiversOf(channel) == 1 && scheduler.snapshot().pinnedParks() > 0);
            pinned.cancel();
            pinned.awaitOutcome();
            assertThat(receiversOf(channel)).isZero();
            nursery.awaitAll();
            nursery.close();
        }
    }

    private static void assertRefused(Task<?> pinned) throws InterruptedException {
        assertThat(pinned.awaitOutcome())
                .isInstanceOfSatisfying(
                        Outcome.Failure.class,
                        failure ->
                                assertThat(failure.cause())
                                        .hasStackTraceContaining("cannot wait here under a seed"));
    }
}
