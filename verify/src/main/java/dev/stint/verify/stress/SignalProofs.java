package dev.stint.verify.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.stint.channel.Watch;
import dev.stint.internal.supervisor.SupervisorImpl;
import dev.stint.internal.wait.WaitNode;
import dev.stint.verify.inside.weak.WeakChannels;
import dev.stint.verify.tools.Backdoor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** A supervisor's bell and a watch under two hands. */
public final class SignalProofs {
    private SignalProofs() {}

    // ---- a bell

    /** A bell, and what its supervisor does before it would park. */
    private static final class Doorway {
        private static final Class<?> BELL =
                Backdoor.type(SupervisorImpl.class, "dev.stint.internal.supervisor.Bell");
        private static final MethodHandle NEW = Backdoor.constructor(BELL);
        private static final MethodHandle RING = Backdoor.method(BELL, "ring", void.class);
        private static final VarHandle RUNG = Backdoor.field(BELL, "rung", boolean.class);
        private static final VarHandle SLEEPER = Backdoor.field(BELL, "sleeper", WaitNode.class);

        final Object bell;
        final WaitNode node = new WaitNode(() -> {});

        Doorway() {
            try {
                bell = NEW.invoke();
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
        }

        void ring() {
            try {
                RING.invoke(bell);
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
        }

        void ringWithRelease() {
            RUNG.setRelease(bell, true); // in Bell volatile
            var sleeper = (@Nullable WaitNode) SLEEPER.getVolatile(bell);
            if (sleeper != null) {
                sleeper.notifyWaiter(WaitNode.DATA);
            }
        }

        /** As the beginning of {@code Bell.await}: whether it would go to sleep. */
        boolean lieDown() {
            SLEEPER.setVolatile(bell, node);
            return !(boolean) RUNG.getVolatile(bell);
        }
    }

    /** Somebody rings while the supervisor lies down. The results: it sleeps; it was woken. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It sleeps, and is woken.")
    @Outcome(id = "0, [01]", expect = ACCEPTABLE, desc = "It has heard the ring.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "It sleeps, and nobody wakes it.")
    @State
    public static class RingAgainstSleep {
        private final Doorway doorway = new Doorway();

        @Actor
        public void ringer() {
            doorway.ring();
        }

        @Actor
        public void supervisor(II_Result r) {
            r.r1 = doorway.lieDown() ? 1 : 0;
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = doorway.node.isWaiting() ? 0 : 1;
        }
    }

    /** {@link RingAgainstSleep}, where the ring is written with release. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It sleeps, and is woken.")
    @Outcome(id = "0, [01]", expect = ACCEPTABLE, desc = "It has heard the ring.")
    @Outcome(
            id = "1, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The ringer looked for a sleeper before its ring was visible.")
    @State
    public static class RingAgainstSleepWeakened {
        private final Doorway doorway = new Doorway();

        @Actor
        public void ringer() {
            doorway.ringWithRelease();
        }

        @Actor
        public void supervisor(II_Result r) {
            r.r1 = doorway.lieDown() ? 1 : 0;
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = doorway.node.isWaiting() ? 0 : 1;
        }
    }

    // ---- a watch

    private static void add(Watch<Integer> watch) {
        try {
            watch.update(i -> i + 1);
        } catch (InterruptedException e) {
            throw Backdoor.unexpected(e);
        }
    }

    /** Two add one. The result: what it holds. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "Both were added.")
    @Outcome(id = "1", expect = FORBIDDEN, desc = "One is lost.")
    @State
    public static class TwoUpdates {
        private final Watch<Integer> watch = Watch.of(0);

        @Actor
        public void one() {
            add(watch);
        }

        @Actor
        public void other() {
            add(watch);
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = watch.get();
        }
    }

    /** {@link TwoUpdates}, where one of them compares before its section. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "Both were added.")
    @Outcome(
            id = "1",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The other changed it between the look and the section.")
    @State
    public static class TwoUpdatesWeakened {
        private final Watch<Integer> watch = Watch.of(0);

        @Actor
        public void one() {
            add(watch);
        }

        @Actor
        public void other() {
            try {
                WeakChannels.addOne(watch);
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = watch.get();
        }
    }
}
