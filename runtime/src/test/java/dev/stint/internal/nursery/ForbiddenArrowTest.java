package dev.stint.internal.nursery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.internal.SchedulerBug;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryState;
import dev.stint.sync.Latch;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What stands before a nursery's state: an arrow that the table does not have is a bug of ours. */
class ForbiddenArrowTest {
    @ParameterizedTest
    @EnumSource
    @DisplayName("[NURSERY:2.4] a forbidden transition throws, and the state stays")
    void become_anyStateButTheNext_throwsAndChangesNothing(NurseryState from) throws Exception {
        try (var scheduler = Setting.SEEDED_VIRTUAL.open()) {
            scheduler.run(
                    () -> {
                        Nursery nursery = Stint.nursery(n -> n.withName("guarded"));
                        var go = Latch.of(1);
                        nursery.spawn(
                                () -> {
                                    // A cancelled child stays for the others to look at it.
                                    Stint.shielded(() -> go.await());
                                    return 1;
                                });
                        Stint.yield();
                        lead(nursery, from, go);
                        for (NurseryState to : NurseryState.values()) {
                            if (!from.mayBecome(to)) {
                                refused((NurseryImpl) nursery, to);
                            }
                        }
                        go.countDown();
                        nursery.close();
                    });
        }
    }

    /** Brings a nursery with one child into this state. */
    private static void lead(Nursery nursery, NurseryState to, Latch childMayEnd) throws Exception {
        switch (to) {
            case OPEN -> {}
            case CLOSING -> ((NurseryImpl) nursery).end();
            case CANCELLING -> nursery.cancel();
            case CLOSED -> {
                childMayEnd.countDown();
                nursery.awaitAll();
            }
            case CANCELLED -> {
                nursery.cancel();
                childMayEnd.countDown();
                nursery.awaitAll();
            }
        }
        assertThat(nursery.state()).isEqualTo(to);
    }

    private static void refused(NurseryImpl nursery, NurseryState to) {
        NurseryState before = nursery.state();
        @Nullable Throwable thrown = catchThrowable(() -> become(nursery, to));
        assertThat(thrown)
                .as("%s to %s", before, to)
                .isInstanceOf(SchedulerBug.class)
                .hasMessageContaining("'guarded'")
                .hasMessageEndingWith("is " + before + " and cannot become " + to);
        assertThat(nursery.state()).isEqualTo(before);
    }

    private static void become(NurseryImpl nursery, NurseryState to) throws Throwable {
        MethodHandles.privateLookupIn(NurseryLife.class, MethodHandles.lookup())
                .findVirtual(
                        NurseryLife.class,
                        "become",
                        MethodType.methodType(void.class, NurseryState.class))
                .invoke((NurseryLife) nursery, to);
    }
}
