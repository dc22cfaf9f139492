package dev.stint.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.error.CapabilityMissingException;
import dev.stint.nursery.Nursery;
import dev.stint.tenant.Tenant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who a task's parent is, and who the children in a nursery are. */
@Timeout(60)
class FamilyTest {
    @ParameterizedTest
    @EnumSource
    void parent_openedByATask_isThatTask(Setting setting) throws Exception {
        try (var scheduler = setting.open()) {
            Task<?> above = scheduler.root().spawn("above", () -> oneBelow());
            assertThat(above.parent()).isEmpty();
            above.await();
            assertThat(above.parent()).isEmpty();
        }
    }

    private static void oneBelow() throws InterruptedException {
        Optional<? extends Task<?>> me = Stint.currentTask();
        Task<?> child;
        try (Nursery outer = Stint.nursery();
                Nursery inner = Stint.nursery()) {
            child = inner.spawn(() -> assertThat(parentOfMe()).isEqualTo(me));
            Task<?> other = outer.spawn(() -> assertThat(parentOfMe()).isEqualTo(me));
            inner.join();
            outer.join();
            assertThat(other.parent()).isEqualTo(me);
        }
        assertThat(child.parent()).isEqualTo(me); // also after the end
    }

    private static Optional<Task<?>> parentOfMe() {
        return Stint.currentTask().orElseThrow().parent();
    }

    @ParameterizedTest
    @EnumSource
    void parent_openedByAThread_isNobody(Setting setting) throws Exception {
        try (var scheduler = setting.open();
                Nursery nursery = scheduler.nursery()) {
            Task<?> child = nursery.spawn(() -> assertThat(parentOfMe()).isEmpty());
            child.await();
            assertThat(child.parent()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void children_comeAndGo_areThoseOfOneMoment(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    Channel<Integer> first = Channel.rendezvous();
                    Channel<Integer> others = Channel.rendezvous();
                    try (Nursery nursery = place.open()) {
                        assertThat(nursery.children()).isEmpty();
                        Task<?> a = nursery.spawn("a", () -> first.receive());
                        Task<?> b = nursery.spawn("b", () -> others.receive());
                        Task<?> c =
                                nursery.spawn(
                                        "c",
                                        () -> {
                                            try (Nursery below = Stint.nursery()) {
                                                below.spawn("d", () -> others.receive());
                                            }
                                        });
                        List<Task<?>> all = nursery.children();
                        assertThat(all).containsExactly(a, b, c); // not what is below them
                        first.send(1);
                        a.await();
                        assertThat(nursery.children()).containsExactly(b, c);
                        assertThat(all).hasSize(3);
                        assertThatThrownBy(() -> all.remove(0))
                                .isInstanceOf(UnsupportedOperationException.class);
                        others.send(2);
                        others.send(3);
                        nursery.awaitAll();
                        assertThat(nursery.children()).isEmpty();
                    }
                });
    }

    @Test
    void family_ofAnotherTenant_isNotSeen() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(7).withWorkers(1))) {
            Tenant one = scheduler.openTenant(t -> t.withName("one"));
            Tenant two = scheduler.openTenant(t -> t.withName("two"));
            Channel<Integer> end = Channel.rendezvous();
            Nursery theirs = two.root();
            Task<?> secret = theirs.spawn("secret", () -> end.receive());
            Task<?> spy =
                    one.root()
                            .spawn(
                                    () -> {
                                        assertThatThrownBy(secret::parent)
                                                .isInstanceOf(CapabilityMissingException.class)
                                                .hasMessageContaining("cannot see the parent of")
                                                .hasMessageContaining("'two'");
                                        assertThatThrownBy(theirs::children)
                                                .isInstanceOf(CapabilityMissingException.class)
                                                .hasMessageContaining("cannot see the children of");
                                    });
            spy.await();
            assertThat(theirs.children()).containsExactly(secret); // a thread outside may
            assertThat(secret.parent()).isEmpty();
            end.send(1);
            secret.await();
        }
    }
}
