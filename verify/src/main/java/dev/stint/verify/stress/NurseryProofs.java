package dev.stint.verify.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.stint.budget.Bill;
import dev.stint.budget.Budget;
import dev.stint.budget.Component;
import dev.stint.internal.nursery.Adoption;
import dev.stint.internal.nursery.NurseryHome;
import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.WaitNode;
import dev.stint.internal.wait.Waiter;
import dev.stint.nursery.NurseryConfig;
import dev.stint.nursery.NurseryState;
import dev.stint.verify.tools.Backdoor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Set;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * [NURSERY:7.1] A nursery against those who cancel it, spawn in it, wait for its end and for its
 * money. All but the first are guarded by the nursery's lock; their twins look before they take it.
 */
public final class NurseryProofs {
    private NurseryProofs() {}

    /** What the twins need of a nursery's insides. */
    private static final class Inside {
        private static final Class<?> BROOD =
                Backdoor.type(NurseryImpl.class, "dev.stint.internal.nursery.NurseryLife");
        private static final Class<?> POOL =
                Backdoor.type(NurseryImpl.class, "dev.stint.internal.money.Pool");
        private static final MethodHandle ACQUIRE =
                Backdoor.method(NurseryImpl.class, "acquire", void.class);
        private static final VarHandle LOCK =
                Backdoor.inherited(NurseryImpl.class, "lock", int.class);

        private Inside() {}

        static void acquire(NurseryImpl nursery) {
            try {
                ACQUIRE.invoke(nursery);
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
        }

        static void release(NurseryImpl nursery) {
            LOCK.setVolatile(nursery, 0);
        }
    }

    // ---- opening a nursery against cancelling its owner

    /** A task that opens a nursery. */
    private static final class Owner {
        private static final MethodHandle OPEN =
                Backdoor.staticMethod(
                        NurseryImpl.class,
                        "openIn",
                        NurseryImpl.class,
                        TaskImpl.class,
                        NurseryConfig.class);
        private static final MethodHandle NEW =
                Backdoor.constructor(
                        NurseryImpl.class,
                        NurseryHome.class,
                        TenantImpl.class,
                        NurseryImpl.class,
                        TaskImpl.class,
                        NurseryConfig.class);
        private static final VarHandle OWNED =
                Backdoor.field(TaskImpl.class, "owned", NurseryImpl.class);

        final TaskImpl<Integer> task = NoScheduler.task(1);

        NurseryImpl open() {
            try {
                return (NurseryImpl) OPEN.invoke(task, NurseryConfig.defaults());
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
        }

        /** {@code openIn}, except that the nursery is published with release. */
        NurseryImpl openWithRelease() {
            NurseryImpl above = NurseryImpl.of(task);
            NurseryImpl nursery;
            try {
                nursery =
                        (NurseryImpl)
                                NEW.invoke(
                                        above.home(),
                                        above.tenant(),
                                        above,
                                        task,
                                        NurseryConfig.defaults());
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
            OWNED.setRelease(task, nursery); // in TaskImpl volatile
            if (task.isCancelRequested()) {
                nursery.cancel();
            }
            return nursery;
        }

        static int isCancelled(NurseryImpl nursery) {
            return nursery.state() == NurseryState.CANCELLED ? 1 : 0;
        }
    }

    /** A task opens a nursery while somebody cancels the task. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "One saw the other: it is cancelled.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "A cancelled task has an open nursery.")
    @State
    public static class OpenAgainstCancel {
        private final Owner owner = new Owner();
        private NurseryImpl nursery = NurseryImpl.of(owner.task);

        @Actor
        public void opener() {
            nursery = owner.open();
        }

        @Actor
        public void canceller() {
            owner.task.cancel();
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = Owner.isCancelled(nursery);
        }
    }

    /** {@link OpenAgainstCancel}, where the nursery is published with release. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "One saw the other: it is cancelled.")
    @Outcome(
            id = "0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The opener looked for CANCEL before the canceller could see the nursery.")
    @State
    public static class OpenAgainstCancelWeakened {
        private final Owner owner = new Owner();
        private NurseryImpl nursery = NurseryImpl.of(owner.task);

        @Actor
        public void opener() {
            nursery = owner.openWithRelease();
        }

        @Actor
        public void canceller() {
            owner.task.cancel();
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = Owner.isCancelled(nursery);
        }
    }

    // ---- spawning against cancelling

    /** A nursery, and a task that it may adopt. */
    private static final class Birth {
        private static final MethodHandle LINK =
                Backdoor.method(Inside.BROOD, "link", void.class, TaskImpl.class);
        private static final VarHandle LIVE =
                Backdoor.inherited(NurseryImpl.class, "live", int.class);

        final NurseryImpl nursery = NoScheduler.nursery(1);
        final TaskImpl<Integer> task = NoScheduler.task(nursery);

        int adopt() {
            return nursery.adopt(task) == Adoption.ADOPTED ? 1 : 0;
        }

        /** {@code adopt}, except that it looks at the state before it has the lock. */
        int adoptLookingFirst() {
            if (nursery.state() != NurseryState.OPEN) {
                return 0;
            }
            Inside.acquire(nursery);
            try {
                LINK.invoke(nursery, task);
                LIVE.set(nursery, (int) LIVE.get(nursery) + 1);
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            } finally {
                Inside.release(nursery);
            }
            return 1;
        }

        int isCancelled() {
            return task.isCancelRequested() ? 1 : 0;
        }
    }

    /** A task is spawned while the nursery is cancelled. The results: adopted, cancelled. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Adopted, and found by the canceller.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Refused.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "A task runs on in a cancelled nursery.")
    @Outcome(id = "0, 1", expect = FORBIDDEN, desc = "Cancelled by a nursery that has it not.")
    @State
    public static class SpawnAgainstCancel {
        private final Birth birth = new Birth();

        @Actor
        public void spawner(II_Result r) {
            r.r1 = birth.adopt();
        }

        @Actor
        public void canceller() {
            birth.nursery.cancel();
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = birth.isCancelled();
        }
    }

    /** {@link SpawnAgainstCancel}, where the state is looked at before the lock is taken. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Adopted, and found by the canceller.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Refused.")
    @Outcome(
            id = "1, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "Adopted after the canceller has been through the children.")
    @Outcome(id = "0, 1", expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class SpawnAgainstCancelWeakened {
        private final Birth birth = new Birth();

        @Actor
        public void spawner(II_Result r) {
            r.r1 = birth.adoptLookingFirst();
        }

        @Actor
        public void canceller() {
            birth.nursery.cancel();
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = birth.isCancelled();
        }
    }

    // ---- the last child's end against waiting for the nursery's

    /** A nursery with one child, which has just ended, and one who waits for the nursery. */
    private static final class LastChild {
        private static final Class<?> END_NODE =
                Backdoor.type(NurseryImpl.class, "dev.stint.internal.task.EndNode");
        private static final MethodHandle NEW_NODE =
                Backdoor.constructor(END_NODE, Waiter.class, Object.class);
        private static final MethodHandle SEAL =
                Backdoor.method(NurseryImpl.class, "seal", void.class);
        private static final MethodHandle ENLIST =
                Backdoor.method(NurseryImpl.class, "enlist", boolean.class, END_NODE);
        private static final VarHandle OUTCOME =
                Backdoor.field(TaskImpl.class, "outcome", dev.stint.task.Outcome.class);
        private static final VarHandle WAITERS =
                Backdoor.inherited(NurseryImpl.class, "waiters", WaitNode.class);

        final NurseryImpl nursery = NoScheduler.nursery(1);
        private final TaskImpl<?>[] children = {NoScheduler.task(nursery)};
        int wakes; // written by the one who wakes
        final Object node;

        LastChild() {
            TaskImpl<?> child = children[0];
            nursery.adopt(child);
            child.mount(1);
            OUTCOME.set(child, new dev.stint.task.Outcome.Success<>(0));
            if (!child.finish()) {
                throw new IllegalStateException(child.stateInWords());
            }
            try {
                Waiter waiter = () -> wakes++;
                node = NEW_NODE.invoke(waiter, nursery);
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
        }

        void ended() {
            nursery.ended(children, 1, false);
        }

        void seal() {
            try {
                SEAL.invoke(nursery);
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
        }

        int enlist() {
            try {
                return (boolean) ENLIST.invoke(nursery, node) ? 1 : 0;
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
        }

        /** {@code enlist}, except that it looks at the state before it has the lock. */
        int enlistLookingFirst() {
            if (nursery.state().isFinal()) {
                return 0;
            }
            Inside.acquire(nursery);
            WAITERS.set(nursery, (WaitNode) node);
            Inside.release(nursery);
            return 1;
        }
    }

    /**
     * The last child ends while the opener closes the nursery and begins to wait. The results: it
     * waits, how often it was woken.
     */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It waits, and was woken.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "It has seen the end.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "It waits for an end that has been.")
    @Outcome(id = "0, 1", expect = FORBIDDEN, desc = "Woken although it does not wait.")
    @State
    public static class LastEndAgainstWait {
        private final LastChild last = new LastChild();

        @Actor
        public void worker() {
            last.ended();
        }

        @Actor
        public void opener(II_Result r) {
            last.seal();
            r.r1 = last.enlist();
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = last.wakes;
        }
    }

    /** {@link LastEndAgainstWait}, where the state is looked at before the lock is taken. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It waits, and was woken.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "It has seen the end.")
    @Outcome(
            id = "1, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The nursery ended between the look and the list.")
    @Outcome(id = "0, 1", expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class LastEndAgainstWaitWeakened {
        private final LastChild last = new LastChild();

        @Actor
        public void worker() {
            last.ended();
        }

        @Actor
        public void opener(II_Result r) {
            last.seal();
            r.r1 = last.enlistLookingFirst();
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = last.wakes;
        }
    }

    // ---- a recharge against a task that begins to wait for one

    /** A child that cannot pay. */
    private static final class Debtor {
        private static final Class<?> BILL_NODE =
                Backdoor.type(NurseryImpl.class, "dev.stint.internal.money.BillNode");
        private static final Class<?> RECHARGED =
                Backdoor.type(NurseryImpl.class, "dev.stint.internal.money.Pool$Recharged");
        private static final MethodHandle NEW_NODE =
                Backdoor.constructor(BILL_NODE, Waiter.class, Bill.class);
        private static final MethodHandle ENLIST =
                Backdoor.method(
                        NurseryImpl.class, "enlist", boolean.class, BILL_NODE, TaskImpl.class);
        private static final MethodHandle PUSH =
                Backdoor.method(Inside.POOL, "push", void.class, BILL_NODE);
        private static final MethodHandle HAS_CREDIT =
                Backdoor.method(TaskImpl.class, "hasCredit", boolean.class);
        private static final MethodHandle RECHARGE =
                Backdoor.method(
                        NurseryImpl.class, "tryRecharge", RECHARGED, TaskImpl.class, Budget.class);
        private static final Bill BILL = new Bill("somebody", 1, Component.OPS, 0, 0, 1, Set.of());
        private static final Budget ONE = Budget.ofOps(1);

        private final NurseryImpl nursery = NoScheduler.nursery(1);
        private final TaskImpl<Integer> task = NoScheduler.task(nursery);
        int wakes; // written by the one who wakes
        private final Object node;

        Debtor() {
            nursery.adopt(task);
            try {
                Waiter waiter = () -> wakes++;
                node = NEW_NODE.invoke(waiter, BILL);
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
        }

        void recharge() {
            try {
                Object result = RECHARGE.invoke(nursery, task, ONE);
                if (!"DONE".equals(result.toString())) {
                    throw new IllegalStateException("recharged: " + result);
                }
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
        }

        int enlist() {
            try {
                return (boolean) ENLIST.invoke(nursery, node, task) ? 1 : 0;
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
        }

        /** {@code enlist}, except that it looks for money before it has the lock. */
        int enlistLookingFirst() {
            try {
                if ((boolean) HAS_CREDIT.invoke(task)) {
                    return 0;
                }
                Inside.acquire(nursery);
                try {
                    PUSH.invoke(nursery, node);
                } finally {
                    Inside.release(nursery);
                }
                return 1;
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
        }
    }

    /**
     * A task that cannot pay begins to wait while somebody recharges it. The results: it waits, how
     * often it was woken.
     */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It waits, and was woken.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "It has found the money.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "It waits for money that is there.")
    @Outcome(id = "0, 1", expect = FORBIDDEN, desc = "Woken although it does not wait.")
    @State
    public static class RechargeAgainstWait {
        private final Debtor debtor = new Debtor();

        @Actor
        public void payer() {
            debtor.recharge();
        }

        @Actor
        public void task(II_Result r) {
            r.r1 = debtor.enlist();
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = debtor.wakes;
        }
    }

    /** {@link RechargeAgainstWait}, where the money is looked for before the lock is taken. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It waits, and was woken.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "It has found the money.")
    @Outcome(
            id = "1, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The money came between the look and the list.")
    @Outcome(id = "0, 1", expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class RechargeAgainstWaitWeakened {
        private final Debtor debtor = new Debtor();

        @Actor
        public void payer() {
            debtor.recharge();
        }

        @Actor
        public void task(II_Result r) {
            r.r1 = debtor.enlistLookingFirst();
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = debtor.wakes;
        }
    }
}
