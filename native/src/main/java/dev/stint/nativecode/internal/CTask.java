package dev.stint.nativecode.internal;

import dev.stint.channel.Channel;
import dev.stint.internal.fiber.Guest;
import dev.stint.nativecode.error.NativeCodeException;
import dev.stint.nativecode.error.NoStackException;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * The body of a task that is a C function. Its code runs on a stack of its own and stops when it
 * wants something; here it is answered and resumed.
 *
 * <p>Code that is metered counts down what it was lent, and stops when that is used up. What it has
 * counted is paid whenever it stops.
 *
 * <p>A task that must end is told so by the code that its requests give back. From then on it has
 * its grace; when that is used up, it is not resumed any more.
 */
public class CTask extends Guest<Long> {
    private final String name;
    private final long function;
    private final long argument;
    private final int stack;

    private long fiber; // the record of the code, while it runs
    private int kind; // what it stopped for
    private long lent; // to metered code
    private boolean isMetered;
    private @Nullable Throwable ending; // why it must end, once it was told so
    private @Nullable Answers answers;

    public CTask(String name, long function, long argument, int stack) {
        this.name = name;
        this.function = function;
        this.argument = argument;
        this.stack = stack;
    }

    @Override
    public final Long call() throws Exception {
        if (fiber != 0) {
            throw new IllegalStateException(
                    "C function '" + name + "' is running. Make a body for each task: on(...).");
        }
        begin();
        ending = null;
        isMetered = false;
        lent = 0;
        fiber = newFiber();
        try {
            run();
            return ended(FiberRecord.result(fiber));
        } finally {
            long used = fiber;
            fiber = 0;
            free(used);
            if (answers != null) {
                answers.end();
            }
        }
    }

    private void run() throws Exception {
        step();
        boolean returned = false; // from a walk, with a wish that only this half can answer
        while (kind != 0) {
            if (kind == Request.OVERFLOWN) {
                throw new StackOverflowError(
                        "C function '"
                                + name
                                + "' has used more than its "
                                + stack
                                + " bytes of stack. Give it more: withStack(...), or stack in the"
                                + " configuration of its nursery.");
            }
            if (!returned && ending == null && isOften()) {
                returned = wander();
                if (returned) {
                    continue;
                }
            }
            returned = false;
            if (isMetered && ending == null && Request.of(kind) == Request.METER) {
                payForLoan();
            } else {
                answer();
            }
            step();
        }
        if (unpaid() != 0) {
            payForCode(0);
        }
    }

    private boolean isOften() {
        return switch (pending()) {
            case YIELD -> true;
            case SEND, RECEIVE -> channel() != null;
            case OTHER -> false;
        };
    }

    // ---- answering, on the Java half

    private void answer() throws Exception {
        Request request = Request.of(kind);
        long code;
        if (ending != null) {
            payForCode(1); // throws when its grace is over: then it is not resumed
            code = request.isCleanUp() ? attempt(request) : Codes.of(ending);
        } else {
            code = attempt(request);
        }
        FiberRecord.setResult(fiber, code);
        lendAfter(request);
    }

    /** The usual way of an answer, for what metered code asks most often. */
    private void payForLoan() {
        try {
            payForCode(0);
            lend(lendable() - 1);
        } catch (Throwable e) {
            FiberRecord.setResult(fiber, failed(e));
            lendAfter(Request.METER);
        }
    }

    private long attempt(Request request) {
        try {
            if (ending == null) {
                payForCode(0);
            }
            if (request == Request.METER) {
                isMetered = true; // it hears nothing of the answer
                return Codes.OK;
            }
            return answered(request, fiber);
        } catch (Throwable e) {
            return failed(e);
        }
    }

    /** Does what the code asks for, which the record tells of; returns the code for it. */
    long answered(Request request, long record) throws Exception {
        return answers().answer(request, record);
    }

    private long failed(Throwable e) {
        if (ending == null && mustEnd()) {
            ending = e;
            beginGrace(e);
        }
        return answers().failed(e);
    }

    private void payForCode(long more) throws InterruptedException {
        long operations = unpaid();
        paid();
        if (operations + more > 0) {
            pay(operations + more);
        }
    }

    /**
     * Lends to metered code as much as it can pay for: when it stops with less than nothing left,
     * it has begun one block more than it was lent.
     */
    private void lendAfter(Request request) {
        if (!isMetered) {
            return;
        }
        switch (request) {
            case METER -> lend(lendable() - 1);
            // What they cost was not lent to it.
            case YIELD, NOW, TASK_ID, IS_CANCELLED, SEND, RECEIVE -> lend(lent - 2);
            default -> lend(-1);
        }
    }

    private void lend(long operations) {
        lent = operations;
        FiberRecord.setLeft(fiber, operations);
    }

    private Long ended(long result) throws Exception {
        if (result >= 0) {
            return result;
        }
        if (ending != null && (result == Codes.CANCELLED || result == Codes.of(ending))) {
            throw asThrown(ending);
        }
        throw new NativeCodeException(
                who()
                        + " failed: C function '"
                        + name
                        + "' has returned "
                        + result
                        + (answers == null || answers.lastError().isEmpty()
                                ? "."
                                : "; the last call that failed: " + answers.lastError()),
                result);
    }

    private static Exception asThrown(Throwable why) {
        return switch (why) {
            case Exception e -> e;
            case Error e -> throw e;
            default -> new CancellationException(why.toString());
        };
    }

    private Answers answers() {
        Answers mine = answers;
        if (mine == null) {
            mine = new Answers(true);
            answers = mine;
        }
        return mine;
    }

    // ---- the code

    private long newFiber() {
        long made;
        try {
            made = (long) Ground.Calls.NEW.invokeExact(function, argument, (long) stack);
        } catch (Throwable e) {
            throw Ground.unexpected(e);
        }
        if (made == 0) {
            throw noStack();
        }
        return made;
    }

    private NoStackException noStack() {
        long stacks = Ground.stacksMade();
        return new NoStackException(
                who()
                        + " cannot run C function '"
                        + name
                        + "': there is no stack for it. There are "
                        + stacks
                        + (Ground.hasLightGuards()
                                ? ", and memory for no more."
                                : ", and on this Linux, which is older than 6.13, each takes two of"
                                        + " the mappings that a process may have: raise"
                                        + " vm.max_map_count.")
                        + " Start fewer at a time.",
                Codes.NO_STACK,
                stacks);
    }

    private static void free(long fiber) {
        try {
            Ground.Calls.FREE.invokeExact(fiber);
        } catch (Throwable e) {
            throw Ground.unexpected(e);
        }
    }

    private void step() {
        try {
            kind = (int) (long) Ground.Calls.RESUME.invokeExact(fiber);
        } catch (Throwable e) {
            throw Ground.unexpected(e);
        }
    }

    @Override
    protected final Wish resume() {
        step();
        return pending();
    }

    @Override
    protected final Wish pending() {
        if (kind == Request.OVERFLOWN) {
            return Wish.OTHER;
        }
        return switch (Request.of(kind)) {
            case YIELD -> Wish.YIELD;
            case SEND -> Wish.SEND;
            case RECEIVE -> Wish.RECEIVE;
            default -> Wish.OTHER;
        };
    }

    @Override
    protected final @Nullable Channel<Long> channel() {
        boolean isForEver = FiberRecord.argument(fiber, 1) == Long.MAX_VALUE;
        boolean hasPlace = pending() == Wish.SEND || FiberRecord.argument(fiber, 2) != 0;
        return isForEver && hasPlace ? Answers.channel(FiberRecord.argument(fiber, 0)) : null;
    }

    @Override
    protected final Long value() {
        return FiberRecord.argument(fiber, 2);
    }

    @Override
    protected final void received(Long value) {
        Memory.putLong(FiberRecord.argument(fiber, 2), value);
    }

    @Override
    protected final void answer(Answer how) {
        FiberRecord.setResult(fiber, how == Answer.DONE ? Codes.OK : Codes.CLOSED);
        if (isMetered) {
            lend(lent - 2);
        }
    }

    @Override
    protected final long unpaid() {
        return lent - FiberRecord.left(fiber);
    }

    @Override
    protected final void paid() {
        lent = FiberRecord.left(fiber);
    }

    @Override
    public final String toString() {
        return "C function '" + name + "'";
    }
}
