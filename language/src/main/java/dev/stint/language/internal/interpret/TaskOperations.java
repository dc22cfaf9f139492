package dev.stint.language.internal.interpret;

import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.channel.Channel;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.run.Channels;
import dev.stint.language.internal.run.Choice;
import dev.stint.language.internal.run.OpenNurseries.Opened;
import dev.stint.language.internal.run.Rights;
import dev.stint.language.internal.run.Run;
import dev.stint.language.internal.run.Value;
import dev.stint.language.internal.type.Type;
import dev.stint.task.Task;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What nodes do that ask the scheduler for something, and where they pay. */
final class TaskOperations {
    private final Run run;

    TaskOperations(Run run) {
        this.run = run;
    }

    Object run(Frame frame, Node node) throws InterruptedException {
        return switch (node.opcode()) {
            case Budget_Check -> {
                Stint.checkpoint(0);
                yield Value.UNIT;
            }
            case Budget_Decrement -> {
                var cost = (Payload.OfCost) node.payload();
                if (cost.bytes() == 0) {
                    Stint.checkpoint(cost.ops());
                } else {
                    Stint.charge(new Budget(cost.ops(), cost.bytes(), 0, 0, 0));
                }
                yield Value.UNIT;
            }
            case Yield -> {
                Stint.yield();
                yield Value.UNIT;
            }
            case Sleep -> {
                Run.sleep((long) frame.input(node, 0));
                yield Value.UNIT;
            }
            case Is_Cancelled -> Run.isCancelled();
            case Print -> {
                run.print((String) frame.input(node, 0), ((Payload.OfBool) node.payload()).value());
                yield Value.UNIT;
            }
            case Nursery_Begin ->
                    run.begin(node.inputs().isEmpty() ? null : (Rights) frame.input(node, 0));
            case Nursery_Cancel -> {
                Run.cancel((Opened) frame.input(node, 0));
                yield Value.UNIT;
            }
            case Spawn, Async_Call -> spawn(node, frame.inputs(node, 0), List.of(), null);
            case Spawn_With ->
                    spawn(node, frame.inputs(node, 1), List.of(), (Rights) frame.input(node, 0));
            case Task_Create -> spawn(node, List.of(), frame.inputs(node, 0), null);
            case Await, Task_Join -> Run.await((Task<?>) frame.input(node, 0), mayFail(node));
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

    private Object spawn(
            Node node, List<Object> arguments, List<Object> captured, @Nullable Rights right) {
        Graph graph = run.host().program().graph(node.name());
        return run.spawn(right, graph.name(), Interpreter.body(graph, arguments, captured));
    }

    private static boolean mayFail(Node node) {
        return node.type() instanceof Type.Fallible;
    }

    // ---- channels

    @SuppressWarnings("unchecked") // channels of scripts carry values of scripts
    private static Channel<Object> channel(Frame frame, Node node, int input) {
        return (Channel<Object>) frame.input(node, input);
    }

    private static Object onChannel(Frame frame, Node node) throws InterruptedException {
        return switch (node.opcode()) {
            case Channel_Create -> Channels.create((long) frame.input(node, 0));
            case Channel_Send ->
                    Channels.send(channel(frame, node, 0), frame.input(node, 1), mayFail(node));
            case Channel_Recv -> Channels.receive(channel(frame, node, 0), mayFail(node));
            case Channel_TrySend ->
                    Channels.trySend(channel(frame, node, 0), frame.input(node, 1), mayFail(node));
            case Channel_TryRecv -> Channels.tryReceive(channel(frame, node, 0), mayFail(node));
            case Channel_Close -> {
                channel(frame, node, 0).close();
                yield Value.UNIT;
            }
            case Channel_IsClosed -> channel(frame, node, 0).isClosed();
            case Channel_Len -> Channels.length(channel(frame, node, 0));
            default -> select(frame, node);
        };
    }

    private static Object select(Frame frame, Node node) throws InterruptedException {
        if (node.opcode() == Opcode.Select_Begin) {
            return new Choice();
        }
        var choice = (Choice) frame.input(node, 0);
        switch (node.opcode()) {
            case Select_Add_Recv -> choice.receive(channel(frame, node, 1));
            case Select_Add_Send -> choice.send(channel(frame, node, 1), frame.input(node, 2));
            case Select_Add_Timeout -> choice.timeout((long) frame.input(node, 1));
            case Select_Add_Default -> choice.otherwise();
            case Select_Wait -> {
                return choice.await();
            }
            case Select_Get_Value -> {
                return choice.received();
            }
            default -> {} // Select_End
        }
        return Value.UNIT;
    }
}
