package dev.stint.language.internal.interpret;

import dev.stint.Stint;
import dev.stint.capability.Capability;
import dev.stint.channel.Channel;
import dev.stint.channel.Clause;
import dev.stint.channel.Received;
import dev.stint.channel.Select;
import dev.stint.channel.Sent;
import dev.stint.error.ChannelClosedException;
import dev.stint.error.TaskFailedException;
import dev.stint.language.internal.interpret.OpenNurseries.Opened;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.type.PanicException;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import dev.stint.nursery.NurseryConfig;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What nodes do that ask the scheduler for something, and where they pay. */
final class TaskOperations {
    private static final Value.Failed CLOSED =
            new Value.Failed(
                    new Value.Fault(TypeTable.CHANNEL_ERRORS + "." + TypeTable.CHANNEL_CLOSED));

    private final Host host;
    private final OpenNurseries nurseries;

    TaskOperations(Host host, OpenNurseries nurseries) {
        this.host = host;
        this.nurseries = nurseries;
    }

    Object run(Frame frame, Node node) throws InterruptedException {
        return switch (node.opcode()) {
            case Budget_Check -> {
                Stint.checkpoint(0);
                yield Value.UNIT;
            }
            case Budget_Decrement -> {
                var cost = (Payload.OfCost) node.payload();
                Prices.charge(cost.ops(), cost.bytes());
                yield Value.UNIT;
            }
            case Yield -> {
                Stint.yield();
                yield Value.UNIT;
            }
            case Sleep -> {
                Stint.sleep(millis(frame.input(node, 0)));
                yield Value.UNIT;
            }
            case Is_Cancelled -> isCancelled();
            case Print -> print(frame, node);
            case Nursery_Begin ->
                    nurseries.begin(
                            this::configured,
                            node.inputs().isEmpty() ? null : (Rights) frame.input(node, 0));
            case Nursery_Cancel -> {
                ((Opened) frame.input(node, 0)).nursery.cancel();
                yield Value.UNIT;
            }
            case Spawn, Async_Call -> spawn(node, frame.inputs(node, 0), List.of(), null);
            case Spawn_With ->
                    spawn(node, frame.inputs(node, 1), List.of(), (Rights) frame.input(node, 0));
            case Task_Create -> spawn(node, List.of(), frame.inputs(node, 0), null);
            case Await, Task_Join -> awaited(frame, node);
            case Task_Cancel -> {
                ((Task<?>) frame.input(node, 0)).cancel();
                yield Value.UNIT;
            }
            case Using_Begin -> frame.input(node, 0);
            case Using_End -> {
                channel(frame, node, 0).close();
                yield Value.UNIT;
            }
            case Cap_Spawn -> Rights.whole();
            case Cap_AtMost -> ((Rights) frame.input(node, 0)).atMost((long) frame.input(node, 1));
            case Cap_AtMostEver ->
                    ((Rights) frame.input(node, 0)).atMostEver((long) frame.input(node, 1));
            default -> onChannel(frame, node);
        };
    }

    private NurseryConfig configured(NurseryConfig config) {
        var each = host.profile().taskBudget();
        return each.isZero() ? config : config.withChildBudget(each);
    }

    private static Duration millis(Object value) {
        long millis = (long) value;
        if (millis < 0) {
            throw new PanicException(
                    PanicException.OVERFLOW, "a time of " + millis + " ms; the least is 0");
        }
        return Duration.ofMillis(millis);
    }

    /** Asks without waiting; a task that was cancelled hears of it here as a value. */
    private static Object isCancelled() {
        try {
            Stint.yield();
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    private Object print(Frame frame, Node node) throws InterruptedException {
        String text = (String) frame.input(node, 0);
        Prices.read(text.length());
        boolean endsLine = ((Payload.OfBool) node.payload()).value();
        host.output().accept(endsLine ? text + "\n" : text);
        return Value.UNIT;
    }

    // ---- tasks

    private Object spawn(
            Node node, List<Object> arguments, List<Object> captured, @Nullable Rights given) {
        Graph graph = host.program().graph(node.name());
        Opened opened = nurseries.innermost();
        Rights right = given == null ? opened.right : given;
        if (right != null) {
            right.enter();
        }
        boolean started = false;
        try {
            Task<Object> task =
                    opened.nursery.spawn(
                            options(graph.name()),
                            () -> {
                                try {
                                    return new Interpreter(host).start(graph, arguments, captured);
                                } finally {
                                    if (right != null) {
                                        right.leave();
                                    }
                                }
                            });
            started = true;
            return task;
        } finally {
            if (!started && right != null) {
                right.leave();
            }
        }
    }

    /** A task holds what its parent holds: the runtime asks for it when the task starts others. */
    private TaskOptions options(String name) {
        var held = Stint.capabilities().all();
        return TaskOptions.named(name).withCapabilities(held.toArray(new Capability[0]));
    }

    private static Object awaited(Frame frame, Node node) throws InterruptedException {
        try {
            return ((Task<?>) frame.input(node, 0)).await();
        } catch (TaskFailedException e) {
            boolean isValue = node.type() instanceof Type.Fallible;
            if (isValue && e.getCause() instanceof FaultException fault) {
                return new Value.Failed(new Value.Fault(fault.fault()));
            }
            throw e;
        }
    }

    // ---- channels

    @SuppressWarnings("unchecked") // channels of scripts carry values of scripts
    private static Channel<Object> channel(Frame frame, Node node, int input) {
        return (Channel<Object>) frame.input(node, input);
    }

    private Object onChannel(Frame frame, Node node) throws InterruptedException {
        return switch (node.opcode()) {
            case Channel_Create -> created((long) frame.input(node, 0));
            case Channel_Send -> {
                Sent sent = channel(frame, node, 0).sendOrClosed(frame.input(node, 1));
                yield sent instanceof Sent.Taken ? Value.UNIT : closed(node);
            }
            case Channel_Recv -> received(channel(frame, node, 0).receiveOrClosed(), node);
            case Channel_TrySend -> {
                Optional<Sent> sent = channel(frame, node, 0).trySendOrClosed(frame.input(node, 1));
                yield sent.isEmpty()
                        ? false
                        : sent.get() instanceof Sent.Taken ? true : closed(node);
            }
            case Channel_TryRecv -> {
                Optional<Received<Object>> found = channel(frame, node, 0).tryReceiveOrClosed();
                yield found.isEmpty() ? Value.NONE : some(found.get(), node);
            }
            case Channel_Close -> {
                channel(frame, node, 0).close();
                yield Value.UNIT;
            }
            case Channel_IsClosed -> channel(frame, node, 0).isClosed();
            case Channel_Len -> (long) channel(frame, node, 0).snapshot().buffered();
            default -> select(frame, node);
        };
    }

    private static Object created(long capacity) {
        if (capacity < 0 || capacity > Integer.MAX_VALUE) {
            throw new PanicException(
                    PanicException.MEMORY, "a channel cannot hold " + capacity + " values");
        }
        return capacity == 0 ? Channel.rendezvous() : Channel.buffered((int) capacity);
    }

    /** A closed channel is an error where somebody listens, and otherwise the end of the task. */
    private static Object closed(Node node) {
        if (node.type() instanceof Type.Fallible) {
            return CLOSED;
        }
        throw new FaultException(CLOSED.fault().name());
    }

    private static Object received(Received<Object> received, Node node) {
        return received instanceof Received.Value<Object>(Object value) ? value : closed(node);
    }

    private static Object some(Received<Object> received, Node node) {
        return received instanceof Received.Value<Object>(Object value)
                ? new Value.Some(value)
                : closed(node);
    }

    // ---- select

    /** A select that is being made; then what it has received. */
    private static final class Choice {
        final List<Clause<Integer>> clauses = new ArrayList<>();
        @Nullable Duration timeout;
        int timeoutIndex;
        int defaultIndex = -1;
        int count;
        Object received = Value.UNIT;
    }

    private static Object select(Frame frame, Node node) throws InterruptedException {
        if (node.opcode() == Opcode.Select_Begin) {
            return new Choice();
        }
        var choice = (Choice) frame.input(node, 0);
        return switch (node.opcode()) {
            case Select_Add_Recv -> {
                int index = choice.count++;
                choice.clauses.add(
                        channel(frame, node, 1)
                                .onReceive(
                                        value -> {
                                            choice.received = value;
                                            return index;
                                        }));
                yield Value.UNIT;
            }
            case Select_Add_Send -> {
                int index = choice.count++;
                choice.clauses.add(
                        channel(frame, node, 1).onSend(frame.input(node, 2), () -> index));
                yield Value.UNIT;
            }
            case Select_Add_Timeout -> {
                choice.timeout = millis(frame.input(node, 1));
                choice.timeoutIndex = choice.count++;
                yield Value.UNIT;
            }
            case Select_Add_Default -> {
                choice.defaultIndex = choice.count++;
                yield Value.UNIT;
            }
            case Select_Wait -> chosen(choice);
            case Select_Get_Value -> choice.received;
            default -> Value.UNIT; // Select_End
        };
    }

    private static Object chosen(Choice choice) throws InterruptedException {
        List<Clause<Integer>> clauses = new ArrayList<>(choice.clauses);
        int other = choice.defaultIndex;
        int late = choice.timeoutIndex;
        Duration timeout = choice.timeout;
        if (other >= 0) {
            clauses.add(
                    Select.otherwise(() -> other)); // never waits, so the timeout is not reached
        } else if (timeout != null) {
            clauses.add(Select.onTimeout(timeout, () -> late));
        }
        try {
            return (long) Select.<Integer>from(clauses);
        } catch (ChannelClosedException e) {
            throw new FaultException(CLOSED.fault().name());
        }
    }
}
