package dev.stint.nursery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Forever;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.error.TaskFailedException;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Who owns a nursery, who may wait for it, and what happens when the owner does not care. */
@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class NurseryOwnershipTest {
    private final Setting on;

    NurseryOwnershipTest(Setting on) {
        this.on = on;
    }

    @Test
    @DisplayName("[NURSERY:1.1] [MODULE:guarantees-1] a task that leaves a nursery open has failed")
    void end_withOpenNurseries_cancelsThemAndFails() throws Exception {
        on.everywhere(
                place -> {
                    List<Task<?>> left = new CopyOnWriteArrayList<>();
                    Nursery outer = place.open();
                    outer.spawn(
                            () -> {
                                left.add(Stint.nursery().spawn(Forever::sleeps));
                                left.add(Stint.nursery().spawn(Forever::yields));
                            });
                    var result = (NurseryResult.ChildFailed) outer.awaitAll();
                    assertThat(result.first().cause())
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("open");
                    assertThat(left).extracting(Task::state).containsOnly(TaskState.CANCELLED);
                });
    }

    @Test
    @DisplayName("[NURSERY:4.4] what such a task threw itself is what is reported")
    void end_withOpenNurseryByThrowing_keepsItsOwnFailure() throws Exception {
        on.everywhere(
                place -> {
                    Nursery outer = place.open();
                    outer.spawn(
                            () -> {
                                Stint.nursery().spawn(Forever::sleeps);
                                throw new IOException("mine");
                            });
                    var result = (NurseryResult.ChildFailed) outer.awaitAll();
                    assertThat(result.first().cause()).isInstanceOf(IOException.class);
                });
    }

    @Test
    @DisplayName(
            "[NURSERY:6.3] closing an outer nursery before an inner one closes the inner first")
    void close_outerBeforeInner_closesBoth() throws Exception {
        try (var scheduler = on.open()) {
            scheduler.run(
                    () -> {
                        Nursery outer = Stint.nursery();
                        Nursery inner = Stint.nursery();
                        Task<?> child = inner.spawn(() -> 1);
                        outer.close();
                        assertThat(inner.state()).isEqualTo(NurseryState.CLOSED);
                        assertThat(outer.state()).isEqualTo(NurseryState.CLOSED);
                        assertThat(child.state()).isEqualTo(TaskState.COMPLETED);
                        inner.close();
                        Nursery next = Stint.nursery();
                        next.spawn(() -> 2);
                        next.join();
                    });
        }
    }

    @Test
    @DisplayName("[NURSERY:8.1] the failure of an inner nursery that was closed so is not lost")
    void close_outerBeforeFailedInner_innerStillTells() throws Exception {
        try (var scheduler = on.open()) {
            scheduler.run(
                    () -> {
                        Nursery outer = Stint.nursery();
                        Nursery inner = Stint.nursery();
                        inner.spawn(NurseryOwnershipTest::fail);
                        outer.close();
                        assertThatThrownBy(inner::close).isInstanceOf(TaskFailedException.class);
                    });
        }
    }

    private static void fail() {
        throw new IllegalStateException("planted");
    }

    @Test
    @DisplayName(
            "[NURSERY:5.1] a child, or a grandchild, that waits for its own nursery is refused")
    void awaitAll_byDescendant_isRefused() throws Exception {
        on.everywhere(
                place -> {
                    try (Nursery nursery = place.open()) {
                        Task<?> child =
                                nursery.spawn(
                                        () -> {
                                            refuses(nursery);
                                            try (Nursery nested = Stint.nursery()) {
                                                nested.spawn(() -> refuses(nursery));
                                                nested.join();
                                            }
                                        });
                        child.await();
                        assertThat(nursery.state()).isEqualTo(NurseryState.OPEN);
                    }
                });
    }

    private static void refuses(Nursery nursery) {
        assertThatThrownBy(nursery::awaitAll).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(nursery::join).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(nursery::close).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName(
            "[NURSERY:5.1] an interrupted thread outside cancels, waits, and is told at the end")
    void awaitAll_interruptedOutside_cancelsAndThrows() throws Exception {
        try (var scheduler = on.open()) {
            Nursery nursery = scheduler.nursery();
            Task<?> child = nursery.spawn(Forever::sleeps);
            Thread.currentThread().interrupt();
            assertThatThrownBy(nursery::awaitAll).isInstanceOf(InterruptedException.class);
            assertThat(child.state()).isEqualTo(TaskState.CANCELLED);
            assertThat(nursery.state()).isEqualTo(NurseryState.CANCELLED);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();

            Nursery other = scheduler.nursery();
            other.spawn(Forever::sleeps);
            Thread.currentThread().interrupt();
            other.close();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(other.state()).isEqualTo(NurseryState.CANCELLED);
        }
    }

    @Test
    @DisplayName("[NURSERY:4.4] interrupted, and a child had failed: the failure, and the flag")
    void awaitAll_interruptedAndFailed_returnsTheFailure() throws Exception {
        try (var scheduler = on.open()) {
            Nursery nursery = scheduler.nursery(n -> n.withCancelOnError(false));
            nursery.spawn(NurseryOwnershipTest::fail).awaitOutcome();
            nursery.spawn(Forever::sleeps);
            Thread.currentThread().interrupt();
            assertThat(nursery.awaitAll()).isInstanceOf(NurseryResult.ChildFailed.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    @DisplayName("[NURSERY:4.2] inNursery: a body that throws has the children cancelled first")
    void inNursery_bodyThrows_cancelsChildren() throws Exception {
        try (var scheduler = on.open()) {
            scheduler.run(
                    () -> {
                        var child = new AtomicReference<@Nullable Task<?>>();
                        assertThatThrownBy(
                                        () ->
                                                Stint.inNursery(
                                                        n -> n,
                                                        nursery -> {
                                                            child.set(
                                                                    nursery.spawn(Forever::sleeps));
                                                            throw new IOException("body");
                                                        }))
                                .isInstanceOf(IOException.class)
                                .hasMessage("body")
                                .hasNoSuppressedExceptions();
                        Task<?> started = Objects.requireNonNull(child.get());
                        assertThat(started.state()).isEqualTo(TaskState.CANCELLED);
                        int value =
                                Stint.inNursery(
                                        n -> n, nursery -> nursery.<Integer>spawn(() -> 4).await());
                        assertThat(value).isEqualTo(4);
                        assertThatThrownBy(
                                        () ->
                                                Stint.inNursery(
                                                        n -> n,
                                                        nursery ->
                                                                nursery.spawn(
                                                                        NurseryOwnershipTest
                                                                                ::fail)))
                                .isInstanceOf(TaskFailedException.class);
                    });
        }
    }

    @Test
    @DisplayName("[NURSERY:6.1] [SCHED:8.1.1] ids, names, and who owns whom")
    void open_nested_knowsItsPlace() throws Exception {
        on.everywhere(
                place -> {
                    try (Nursery nursery = place.open(n -> n.withName("named"))) {
                        assertThat(nursery.name()).isEqualTo("named");
                        Task<Long> child =
                                nursery.spawn(
                                        () -> {
                                            try (Nursery nested = Stint.nursery()) {
                                                return nested.id();
                                            }
                                        });
                        assertThat(child.await()).isNotEqualTo(nursery.id());
                        assertThat(child.nurseryId()).isEqualTo(nursery.id());
                    }
                });
    }

    @Test
    @DisplayName(
            "[SCHED:14.1.1] a nursery outside any task, or of a tenant or scheduler that ended")
    void open_nowhere_isRefused() throws Exception {
        assertThatThrownBy(Stint::nursery).isInstanceOf(IllegalStateException.class);
        var scheduler = on.open();
        var tenant = scheduler.openTenant(t -> t.withName("gone"));
        tenant.close();
        tenant.close();
        assertThatThrownBy(() -> tenant.nursery(n -> n))
                .isInstanceOf(NurseryNotActiveException.class);
        assertThatThrownBy(() -> tenant.root().spawn(() -> 1))
                .isInstanceOf(NurseryNotActiveException.class);
        Nursery left = scheduler.nursery();
        scheduler.close();
        assertThatThrownBy(scheduler::nursery).isInstanceOf(NurseryNotActiveException.class);
        assertThatThrownBy(() -> left.spawn(() -> 1)).isInstanceOf(RuntimeException.class);
        left.close();
        assertThat(left.state()).isEqualTo(NurseryState.CLOSED);
    }

    @Test
    @DisplayName("[NURSERY:4.2] closing a tenant ends all it runs; by its own task it is refused")
    void closeTenant_running_endsEverything() throws Exception {
        try (var scheduler = on.open()) {
            var tenant = scheduler.openTenant(t -> t.withName("t"));
            Task<?> own =
                    tenant.root()
                            .spawn(
                                    () ->
                                            assertThatThrownBy(tenant::close)
                                                    .isInstanceOf(IllegalStateException.class));
            assertThat(own.awaitOutcome()).isInstanceOf(Outcome.Success.class);
            Task<?> a = tenant.root().spawn(Forever::yields);
            Task<?> b = tenant.nursery(n -> n).spawn(Forever::sleeps);
            tenant.close();
            assertThat(List.of(a, b)).extracting(Task::state).containsOnly(TaskState.CANCELLED);
            assertThat(tenant.ledger().held()).isEqualTo(dev.stint.budget.Budget.ZERO);
        }
    }
}
