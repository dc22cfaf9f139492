package dev.stint.nativecode.internal;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Receipt;
import dev.stint.capability.CapBudget;
import dev.stint.capability.CapSpawn;
import dev.stint.capability.Capability;
import dev.stint.channel.Channel;
import dev.stint.channel.Clause;
import dev.stint.channel.Received;
import dev.stint.channel.Select;
import dev.stint.channel.Sent;
import dev.stint.internal.fiber.Here;
import dev.stint.nativecode.internal.Codes.Wrong;
import dev.stint.nursery.ChildError;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.nursery.NurseryResult;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the functions of {@code stint.h} do, for one task or thread that calls them. An error is
 * thrown, and {@link #failed} makes a code of it.
 */
final class Answers {
    private static final int MOST_CASES = 64;
    private static final int RIGHT_SPAWN = 1;
    private static final int RIGHT_BUDGET = 2;
    private static final int SUCCESS = 0;
    private static final int FAILED = 1;
    private static final int WAS_CANCELLED = 2;
    private static final long HANDLE_MISSING = -1; // NULL where that means nothing

    private final boolean isTask;
    private final Deque<Long> open = new ArrayDeque<>(); // nurseries, the innermost first
    private String lastError = "";

    Answers(boolean isTask) {
        this.isTask = isTask;
    }

    String lastError() {
        return lastError;
    }

    /** The code for what was thrown; the words are kept for whoever asks. */
    long failed(Throwable thrown) {
        lastError = Codes.message(thrown);
        return Codes.of(thrown);
    }

    /** The caller has ended: what it has left open is given back. */
    void end() {
        while (!open.isEmpty()) {
            forget(open.pop());
        }
    }

    long answer(Request request, long at) throws Exception {
        long a = FiberRecord.argument(at, 0);
        long b = FiberRecord.argument(at, 1);
        long c = FiberRecord.argument(at, 2);
        long d = FiberRecord.argument(at, 3);
        return switch (request) {
            case ENDED, METER -> Codes.OK; // never asked for here
            case YIELD -> {
                ensureTask("yield");
                Stint.yield();
                yield Codes.OK;
            }
            case CHECKPOINT -> checkpoint(a);
            case CHARGE -> {
                ensureTask("be charged");
                Stint.charge(Structs.budget(a));
                yield Codes.OK;
            }
            case BUDGET_LEFT -> {
                ensureTask("look at its budget");
                Structs.putBudget(a, Stint.budgetLeft());
                yield Codes.OK;
            }
            case RECHARGE -> {
                ensureTask("recharge itself");
                Stint.recharge(Structs.budget(a));
                yield Codes.OK;
            }
            case SLEEP -> sleep(a);
            case NOW -> {
                ensureTask("read the clock");
                yield Stint.nanoTime();
            }
            case TASK_ID -> {
                ensureTask("ask for its id");
                yield Here.id();
            }
            case IS_CANCELLED -> {
                ensureTask("ask whether it is cancelled");
                yield Here.mustEnd() ? 1 : 0;
            }
            case RIGHTS -> {
                ensureTask("ask for its rights");
                yield rights();
            }
            case NURSERY_OPEN -> openNursery(a);
            case NURSERY_CURRENT -> open.isEmpty() ? 0 : open.peek();
            case NURSERY_COUNT -> nursery(a).count();
            case NURSERY_IS_CANCELLED -> nursery(a).isCancelled() ? 1 : 0;
            case NURSERY_CANCEL -> nursery(a).nursery.cancel() ? 1 : 0;
            case NURSERY_AWAIT -> awaitNursery(a, b);
            case NURSERY_CLOSE -> closeNursery(a, b != 0);
            case SPAWN -> spawn(a, b, c, (d & 1) != 0, options(d >> 1));
            case TASK_AWAIT -> outcome(task(a).awaitOutcome(), b);
            case TASK_POLL -> {
                Optional<Outcome<Long>> outcome = task(a).tryOutcome();
                yield outcome.isEmpty() ? Codes.PENDING : outcome(outcome.get(), b);
            }
            case TASK_CANCEL -> task(a).cancel() ? 1 : 0;
            case TASK_RECEIPT -> receipt(a, b);
            case TASK_RELEASE -> {
                task(a);
                Handles.remove(a);
                yield Codes.OK;
            }
            case CHANNEL_OPEN -> openChannel(a);
            case SEND -> send(a, b, c);
            case RECEIVE -> receive(a, b, c);
            case CHANNEL_CLOSE -> {
                channelOrWrong(a).close();
                yield Codes.OK;
            }
            case CHANNEL_IS_CLOSED -> channelOrWrong(a).isClosed() ? 1 : 0;
            case CHANNEL_LENGTH -> channelOrWrong(a).snapshot().buffered();
            case CHANNEL_RELEASE -> {
                channelOrWrong(a);
                Handles.remove(a);
                yield Codes.OK;
            }
            case SELECT -> select(a, b, c);
            case LAST_ERROR -> Memory.putText(a, b, lastError);
            case SCHEDULER_OPEN -> openScheduler(a, b);
            case SCHEDULER_CLOSE -> closeScheduler(a);
        };
    }

    private void ensureTask(String tried) throws Wrong {
        if (!isTask && !Here.isTask()) {
            throw new Wrong(
                    Codes.NOT_A_TASK,
                    "thread '"
                            + Thread.currentThread().getName()
                            + "' cannot "
                            + tried
                            + ": it runs no task. Call this from a function that was spawned.");
        }
    }

    // ---- the calling task

    private long checkpoint(long operations) throws Exception {
        ensureTask("count operations");
        if (operations < 0) {
            throw new Wrong(
                    Codes.BAD_ARGUMENT,
                    "a checkpoint counts 0 or more operations, not " + operations + ".");
        }
        Stint.checkpoint(operations);
        return Codes.OK;
    }

    /** By waiting for nothing, which a task and a thread outside can do. */
    private static long sleep(long nanos) throws Exception {
        if (nanos < 0) {
            throw new Wrong(Codes.BAD_ARGUMENT, "nobody can sleep for " + nanos + " ns.");
        }
        if (Here.isTask()) {
            Stint.sleep(Duration.ofNanos(nanos));
        } else {
            Channel.rendezvous().receive(Duration.ofNanos(nanos));
        }
        return Codes.OK;
    }

    private static long rights() {
        var held = Stint.capabilities();
        return (held.find(CapSpawn.class).isPresent() ? RIGHT_SPAWN : 0)
                | (held.find(CapBudget.class).isPresent() ? RIGHT_BUDGET : 0);
    }

    // ---- nurseries

    private long openNursery(long config) throws Exception {
        NurseryConfig wanted = Structs.nurseryConfig(config, NurseryConfig.defaults());
        long stack = Structs.stack(config);
        if (stack != 0 && !StackSize.isPossible(stack)) {
            throw new Wrong(
                    Codes.BAD_ARGUMENT,
                    "a task cannot have a stack of "
                            + stack
                            + " bytes: it must be from "
                            + StackSize.DEFAULT
                            + " to "
                            + StackSize.LARGEST
                            + ", or 0.");
        }
        Nursery opened = Here.isTask() ? Stint.nursery(_ -> wanted) : openOutside(wanted);
        var mine = new OpenNursery(opened, this, stack == 0 ? StackSize.DEFAULT : (int) stack);
        long handle = Handles.add(mine);
        open.push(handle);
        return handle;
    }

    private static Nursery openOutside(NurseryConfig wanted) throws Wrong {
        Scheduler scheduler = OutsideCaller.scheduler();
        if (scheduler == null) {
            throw new Wrong(
                    Codes.NO_RUNTIME,
                    "a thread cannot open a nursery: C code has created no scheduler. Call"
                            + " janus_scheduler_create first, or open it in a task.");
        }
        return scheduler.nursery(_ -> wanted);
    }

    private static OpenNursery nursery(long handle) throws Wrong {
        return found(handle, OpenNursery.class, "nursery");
    }

    private long awaitNursery(long handle, long result) throws Exception {
        OpenNursery which = nursery(handle);
        if (result != 0) {
            Structs.ensure(result, Structs.NURSERY_RESULT, "stint_nursery_result");
        }
        NurseryResult how = which.nursery.awaitAll();
        return switch (how) {
            case NurseryResult.Success() -> store(result, SUCCESS, 0, 0, Codes.OK);
            case NurseryResult.ChildFailed(ChildError first, List<ChildError> _) -> {
                lastError = first.who() + " failed: " + Codes.message(first.cause());
                yield store(
                        result, FAILED, first.task(), Codes.of(first.cause()), Codes.CHILD_FAILED);
            }
            case NurseryResult.Cancelled cancelled -> {
                lastError = cancelled.toString();
                yield store(result, WAS_CANCELLED, 0, Codes.CANCELLED, Codes.CANCELLED);
            }
        };
    }

    private static long store(long result, int kind, long task, long error, int code) {
        if (result != 0) {
            Memory.putInt(result + 4, kind);
            Memory.putLong(result + 8, task);
            Memory.putLong(result + 16, error);
        }
        return code;
    }

    private long closeNursery(long handle, boolean cancels) throws Exception {
        OpenNursery which = nursery(handle);
        Long innermost = open.peek();
        if (which.opener != this || innermost == null || innermost != handle) {
            throw new Wrong(
                    Codes.BAD_NESTING,
                    which.nursery
                            + " cannot be closed here: it is not the innermost one that the caller"
                            + " has opened. Close in the reverse order, where it was opened.");
        }
        if (cancels) {
            which.nursery.cancel();
        }
        try {
            which.nursery.close();
        } catch (RuntimeException e) {
            if (cancels) {
                return Codes.OK;
            }
            throw e;
        } finally {
            open.pop();
            forget(handle);
        }
        return Codes.OK;
    }

    private static void forget(long handle) {
        OpenNursery which = Handles.find(handle, OpenNursery.class);
        if (which != null) {
            which.releaseAll();
            Handles.remove(handle);
        }
    }

    /** With rights of the caller: of those that it holds, the ones that it names. */
    private TaskOptions options(long rights) throws Wrong {
        if (rights == 0) {
            return TaskOptions.defaults();
        }
        ensureTask("give rights of its own");
        if ((rights & ~(RIGHT_SPAWN | RIGHT_BUDGET)) != 0) {
            throw new Wrong(
                    Codes.BAD_ARGUMENT,
                    "a task cannot be started: it is to have a right that there is not. Add up"
                            + " values of stint_right.");
        }
        if ((rights & ~rights()) != 0) {
            throw new Wrong(
                    Codes.REFUSED,
                    "a task cannot be started: it is to have a right that the caller does not"
                            + " hold. stint_rights() says which those are.");
        }
        var held = Stint.capabilities();
        var given = new ArrayList<Capability>();
        if ((rights & RIGHT_SPAWN) != 0) {
            given.add(held.find(CapSpawn.class).orElseThrow());
        }
        if ((rights & RIGHT_BUDGET) != 0) {
            given.add(held.find(CapBudget.class).orElseThrow());
        }
        return TaskOptions.defaults().withCapabilities(given.toArray(Capability[]::new));
    }

    private long spawn(
            long nursery, long function, long argument, boolean wantsHandle, TaskOptions options)
            throws Exception {
        if (nursery == HANDLE_MISSING) {
            throw wrongHandle(0, "nursery");
        }
        Long innermost = open.peek();
        if (nursery == 0 && innermost == null) {
            throw new Wrong(
                    Codes.NO_NURSERY,
                    "nothing can be spawned here: the caller has no nursery open. Open one first:"
                            + " stint_nursery_open(NULL).");
        }
        OpenNursery which = nursery(nursery != 0 ? nursery : innermost);
        if (function == 0) {
            throw new Wrong(Codes.BAD_ARGUMENT, "a task cannot be started: its function is NULL.");
        }
        var body = new CTask("0x" + Long.toHexString(function), function, argument, which.stack);
        Task<Long> task = which.nursery.spawn(options, body);
        which.spawned();
        if (!wantsHandle) {
            return Codes.OK;
        }
        long handle = Handles.add(task);
        which.owns(handle);
        return handle;
    }

    // ---- tasks

    @SuppressWarnings("unchecked") // all tasks that have a handle are started here
    private static Task<Long> task(long handle) throws Wrong {
        return (Task<Long>) found(handle, Task.class, "task");
    }

    private long outcome(Outcome<Long> outcome, long value) {
        return switch (outcome) {
            case Outcome.Success<Long>(Long result) -> {
                store(value, result);
                yield Codes.OK;
            }
            case Outcome.Failure<Long>(Throwable cause) -> {
                lastError = Codes.message(cause);
                store(value, Codes.of(cause));
                yield Codes.CHILD_FAILED;
            }
            case Outcome.Cancelled<Long>() -> {
                lastError = "the task was cancelled.";
                store(value, (long) Codes.CANCELLED);
                yield Codes.CANCELLED;
            }
        };
    }

    private static void store(long address, Long value) {
        if (address != 0) {
            Memory.putLong(address, value);
        }
    }

    private static long receipt(long handle, long spent) throws Wrong {
        Task<Long> task = task(handle);
        Structs.ensure(spent, Structs.BUDGET, "stint_budget");
        Optional<Receipt> receipt = task.receipt();
        if (receipt.isEmpty()) {
            return Codes.PENDING;
        }
        Structs.putBudget(spent, receipt.get().spent());
        return Codes.OK;
    }

    // ---- channels

    private static long openChannel(long capacity) throws Wrong {
        if (capacity < 0 || capacity == Integer.MAX_VALUE) {
            throw new Wrong(
                    Codes.BAD_ARGUMENT,
                    "a channel cannot have a buffer of "
                            + capacity
                            + " values: it must be from 0 to "
                            + (Integer.MAX_VALUE - 1)
                            + ".");
        }
        Channel<Long> made =
                capacity == 0 ? Channel.rendezvous() : Channel.buffered((int) capacity);
        return Handles.add(made);
    }

    /** The channel of a handle; null if it is none. */
    @SuppressWarnings("unchecked") // a channel gets a handle only as one of numbers
    static @Nullable Channel<Long> channel(long handle) {
        return (Channel<Long>) Handles.find(handle, Channel.class);
    }

    @SuppressWarnings("unchecked")
    private static Channel<Long> channelOrWrong(long handle) throws Wrong {
        return (Channel<Long>) found(handle, Channel.class, "channel");
    }

    private static long send(long handle, long timeout, long value) throws Exception {
        Channel<Long> channel = channelOrWrong(handle);
        ensureTimeout(timeout);
        if (timeout == Long.MAX_VALUE) {
            return channel.sendOrClosed(value) instanceof Sent.Taken ? Codes.OK : Codes.CLOSED;
        }
        if (timeout == 0) {
            Optional<Sent> sent = channel.trySendOrClosed(value);
            return sent.isEmpty()
                    ? Codes.WOULD_WAIT
                    : sent.get() instanceof Sent.Taken ? Codes.OK : Codes.CLOSED;
        }
        return channel.send(value, Duration.ofNanos(timeout)) ? Codes.OK : Codes.TIMED_OUT;
    }

    private static long receive(long handle, long timeout, long value) throws Exception {
        Channel<Long> channel = channelOrWrong(handle);
        ensureTimeout(timeout);
        if (value == 0) {
            throw new Wrong(
                    Codes.BAD_ARGUMENT, "a value cannot be received to NULL: say where it goes.");
        }
        if (timeout != Long.MAX_VALUE && timeout != 0) {
            Optional<Long> received = channel.receive(Duration.ofNanos(timeout));
            received.ifPresent(number -> Memory.putLong(value, number));
            return received.isPresent() ? Codes.OK : Codes.TIMED_OUT;
        }
        Optional<Received<Long>> received =
                timeout == 0
                        ? channel.tryReceiveOrClosed()
                        : Optional.of(channel.receiveOrClosed());
        if (received.isEmpty()) {
            return Codes.WOULD_WAIT;
        }
        return taken(received.get(), value);
    }

    private static int taken(Received<Long> received, long value) {
        if (received instanceof Received.Value<Long>(Long number)) {
            Memory.putLong(value, number);
            return Codes.OK;
        }
        return Codes.CLOSED;
    }

    private static void ensureTimeout(long timeout) throws Wrong {
        if (timeout < 0) {
            throw new Wrong(
                    Codes.BAD_ARGUMENT,
                    "nobody can wait for "
                            + timeout
                            + " ns: it must be 0, more, or STINT_FOR_EVER.");
        }
    }

    private static long select(long cases, long count, long timeout) throws Exception {
        ensureTimeout(timeout);
        if (count < 1 || count > MOST_CASES) {
            throw new Wrong(
                    Codes.BAD_ARGUMENT,
                    "a select takes from 1 to " + MOST_CASES + " cases, not " + count + ".");
        }
        List<Clause<Integer>> clauses = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clauses.add(clause(cases == 0 ? 0 : cases + (long) i * Structs.CASE, i));
        }
        if (timeout != Long.MAX_VALUE) {
            int code = timeout == 0 ? Codes.WOULD_WAIT : Codes.TIMED_OUT;
            clauses.add(Select.onTimeout(Duration.ofNanos(timeout), () -> code));
        }
        return Select.from(clauses);
    }

    private static Clause<Integer> clause(long at, int index) throws Wrong {
        Structs.ensure(at, Structs.CASE, "stint_case");
        Channel<Long> channel = channelOrWrong(Memory.getLong(at + 8));
        return switch (Memory.getInt(at + 4)) {
            case 0 ->
                    channel.onReceiveOrClosed(
                            received -> {
                                Memory.putInt(at + 24, taken(received, at + 16));
                                return index;
                            });
            case 1 ->
                    channel.onSend(
                            Memory.getLong(at + 16),
                            () -> {
                                Memory.putInt(at + 24, Codes.OK);
                                return index;
                            });
            default ->
                    throw new Wrong(
                            Codes.BAD_ARGUMENT,
                            "case "
                                    + index
                                    + " of a select is of kind "
                                    + Memory.getInt(at + 4)
                                    + ": it must be STINT_RECEIVE or STINT_SEND.");
        };
    }

    // ---- schedulers

    private static long openScheduler(long workers, long seed) {
        Scheduler opened =
                Scheduler.open(
                        config -> {
                            var wanted = workers == 0 ? config : config.withWorkers((int) workers);
                            return seed == 0 ? wanted : wanted.withSeed(seed);
                        });
        OutsideCaller.opened(opened);
        return Handles.add(opened);
    }

    private static long closeScheduler(long handle) throws Wrong {
        Scheduler scheduler = found(handle, Scheduler.class, "scheduler");
        scheduler.close(); // first: it refuses its own tasks, and then it is still there
        OutsideCaller.closed(scheduler);
        Handles.remove(handle);
        return Codes.OK;
    }

    // ---- handles

    private static <T> T found(long handle, Class<T> kind, String name) throws Wrong {
        T of = Handles.find(handle, kind);
        if (of == null) {
            throw wrongHandle(handle, name);
        }
        return of;
    }

    private static Wrong wrongHandle(long handle, String name) {
        return new Wrong(
                Codes.BAD_HANDLE,
                (handle == 0 ? "NULL" : "0x" + Long.toHexString(handle))
                        + " is no "
                        + name
                        + ": it never was one, or was given back.");
    }
}
