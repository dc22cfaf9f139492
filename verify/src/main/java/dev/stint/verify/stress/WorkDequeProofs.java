package dev.stint.verify.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.stint.internal.queue.WorkDeque;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** [SCHED:7.1.2] [FIBER:memory-ordering] Owner against thief, over one deque. */
public final class WorkDequeProofs {
    private WorkDequeProofs() {}

    private static int orZero(@Nullable Integer element) {
        return element == null ? 0 : element;
    }

    /** A deque that holds 1 and then 10. */
    private static WorkDeque<Integer> ofTwo() {
        var deque = new WorkDeque<Integer>(2);
        deque.push(1);
        deque.push(10);
        return deque;
    }

    // ---- the last element: whoever raises top has it

    /** One element is left; the owner pops while a thief steals. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The owner raised top first.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The thief raised top first.")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "Both have it: the task would run twice.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Neither has it: the task is lost.")
    @State
    public static class LastElement {
        private final WorkDeque<Integer> deque = new WorkDeque<>(2);

        public LastElement() {
            deque.push(1);
        }

        @Actor
        public void owner(II_Result r) {
            r.r1 = orZero(deque.pop());
        }

        @Actor
        public void thief(II_Result r) {
            r.r2 = orZero(deque.thief().steal());
        }
    }

    /** {@link LastElement}, where pop looks at top and then writes it, instead of a CAS. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The owner raised top first.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The thief raised top first.")
    @Outcome(
            id = "1, 1",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The thief's CAS fell between the owner's look and its write.")
    @Outcome(expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class LastElementWeakened {
        private final WorkDeque<Integer> deque = new WorkDeque<>(2);

        public LastElementWeakened() {
            deque.push(1);
        }

        @Actor
        public void owner(II_Result r) {
            r.r1 = orZero(WeakDeque.popWithoutCas(deque));
        }

        @Actor
        public void thief(II_Result r) {
            r.r2 = orZero(deque.thief().steal());
        }
    }

    // ---- the last two: pop takes the upper one without a CAS

    /** Two elements are left; the owner pops one while a thief steals until it finds nothing. */
    @JCStressTest
    @Outcome(id = "10, 1", expect = ACCEPTABLE, desc = "One each.")
    @Outcome(id = "0, 11", expect = ACCEPTABLE, desc = "The thief took both.")
    @Outcome(id = "10, 11", expect = FORBIDDEN, desc = "The upper one is taken twice.")
    @Outcome(expect = FORBIDDEN, desc = "An element is lost or doubled.")
    @State
    public static class LastTwo {
        private final WorkDeque<Integer> deque = ofTwo();

        @Actor
        public void owner(II_Result r) {
            r.r1 = orZero(deque.pop());
        }

        @Actor
        public void thief(II_Result r) {
            var thief = deque.thief();
            r.r2 = orZero(thief.steal()) + orZero(thief.steal());
        }
    }

    /** {@link LastTwo}, where pop lowers bottom with release instead of volatile. */
    @JCStressTest
    @Outcome(id = "10, 1", expect = ACCEPTABLE, desc = "One each.")
    @Outcome(id = "0, 11", expect = ACCEPTABLE, desc = "The thief took both.")
    @Outcome(
            id = "10, 11",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The owner read top before the thief could see the lower bottom.")
    @Outcome(expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class LastTwoWeakened {
        private final WorkDeque<Integer> deque = ofTwo();

        @Actor
        public void owner(II_Result r) {
            r.r1 = orZero(WeakDeque.popWithRelease(deque));
        }

        @Actor
        public void thief(II_Result r) {
            var thief = deque.thief();
            r.r2 = orZero(thief.steal()) + orZero(thief.steal());
        }
    }

    // ---- what a thief sees of a pushed element

    /** Something with a field that nobody guards, as a task's are. */
    private static final class Box {
        int value;
    }

    private static int look(WorkDeque<Box> deque) {
        if (deque.thief().isEmpty()) {
            return -1;
        }
        Box box = deque.thief().steal();
        return box == null ? -2 : box.value;
    }

    /** The owner fills a box and pushes it; a thief steals it and looks inside. */
    @JCStressTest
    @Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "Nothing was there yet.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Stolen, and filled.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Stolen, but empty.")
    @Outcome(id = "-2, 0", expect = FORBIDDEN, desc = "Bottom was raised above an empty slot.")
    @State
    public static class Publication {
        private final WorkDeque<Box> deque = new WorkDeque<>(2);
        private final Box box = new Box();

        @Actor
        public void owner() {
            box.value = 1;
            deque.push(box);
        }

        @Actor
        public void thief(II_Result r) {
            r.r1 = look(deque);
        }
    }

    /** {@link Publication}, where push raises bottom before it fills the slot. */
    @JCStressTest
    @Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "Nothing was there yet.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Stolen, and filled.")
    @Outcome(
            id = "-2, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The thief came between the two writes.")
    @Outcome(expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class PublicationWeakened {
        private final WorkDeque<Box> deque = new WorkDeque<>(2);
        private final Box box = new Box();

        @Actor
        public void owner() {
            box.value = 1;
            WeakDeque.pushReordered(deque, box);
        }

        @Actor
        public void thief(II_Result r) {
            r.r1 = look(deque);
        }
    }

    // ---- growth

    /** The deque is full; the owner's push makes it grow while a thief steals twice. */
    @JCStressTest
    @Outcome(id = "11, 100", expect = ACCEPTABLE, desc = "Stolen from the old or the new array.")
    @Outcome(expect = FORBIDDEN, desc = "An element is lost, doubled or out of order.")
    @State
    public static class Growth {
        private final WorkDeque<Integer> deque = ofTwo();

        @Actor
        public void owner() {
            deque.push(100);
        }

        @Actor
        public void thief(II_Result r) {
            var thief = deque.thief();
            r.r1 = orZero(thief.steal()) + orZero(thief.steal());
        }

        @Arbiter
        public void rest(II_Result r) {
            r.r2 = orZero(deque.pop()) + orZero(deque.pop());
        }
    }

    /** {@link Growth}, where the wider array is published before it is filled. */
    @JCStressTest
    @Outcome(id = "11, 100", expect = ACCEPTABLE, desc = "Stolen from the old or the new array.")
    @Outcome(
            id = {"0, 100", "1, 100", "10, 100"},
            expect = ACCEPTABLE_INTERESTING,
            desc = "The thief saw the wider array before what was copied into it.")
    @Outcome(expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class GrowthWeakened {
        private final WorkDeque<Integer> deque = ofTwo();

        @Actor
        public void owner() {
            WeakDeque.pushAndGrowReordered(deque, 100);
        }

        @Actor
        public void thief(II_Result r) {
            var thief = deque.thief();
            r.r1 = orZero(thief.steal()) + orZero(thief.steal());
        }

        @Arbiter
        public void rest(II_Result r) {
            r.r2 = orZero(deque.pop()) + orZero(deque.pop());
        }
    }
}
