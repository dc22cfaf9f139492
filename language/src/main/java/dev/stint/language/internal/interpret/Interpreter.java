package dev.stint.language.internal.interpret;

import dev.stint.hooks.Toll;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.run.Body;
import dev.stint.language.internal.run.FaultException;
import dev.stint.language.internal.run.OpenNurseries.Opened;
import dev.stint.language.internal.run.Run;
import dev.stint.language.internal.run.Value;
import dev.stint.language.internal.type.PanicException;
import dev.stint.language.internal.type.Type;
import java.util.List;

/**
 * Runs graphs, node by node, in one task: the reference for what a program does and what it costs.
 * What scripts call functions is a call of Java here, up to a depth.
 */
public final class Interpreter {
    private static final int RESUMED = -2; // the end of a clean-up

    private final Run run;
    private final Operations operations;
    private final TaskOperations tasks;
    private int depth;

    private Interpreter(Run run) {
        this.run = run;
        this.operations = new Operations(run.host().program().table());
        this.tasks = new TaskOperations(run);
    }

    /** A graph as what a task does; an error that leaves it is thrown. */
    public static Body body(Graph graph, List<Object> arguments, List<Object> captured) {
        return (run, _) -> new Interpreter(run).start(graph, arguments, captured);
    }

    private Object start(Graph graph, List<Object> arguments, List<Object> captured)
            throws Exception {
        Object result = call(graph, arguments, captured);
        if (result instanceof Value.Failed(Value.Fault fault)) {
            throw new FaultException(fault.name());
        }
        return result;
    }

    private Object call(Graph graph, List<Object> arguments, List<Object> captured)
            throws Exception {
        if (++depth > Run.DEEPEST) {
            depth--;
            throw PanicException.tooDeep(graph.name(), Run.DEEPEST);
        }
        try {
            return run(new Frame(graph, arguments, captured), 0, 0);
        } finally {
            depth--;
        }
    }

    /** Runs from a node on; returns what the graph gives back, or at the end of a clean-up. */
    private Object run(Frame frame, int start, int regions) throws Exception {
        int at = start;
        while (true) {
            Node node = frame.graph.node(at);
            try {
                switch (node.opcode()) {
                    case Return -> {
                        return node.inputs().isEmpty() ? Value.UNIT : frame.input(node, 0);
                    }
                    case Cleanup_Resume -> {
                        return RESUMED;
                    }
                    default -> at = step(frame, node);
                }
            } catch (Throwable e) {
                at = unwound(frame, regions, located(Toll.plain(e), frame, node));
            }
        }
    }

    /** Does what a node says; returns the next one. */
    private int step(Frame frame, Node node) throws Throwable {
        switch (node.opcode()) {
            case Label -> {}
            case Jump -> {
                frame.goTo(node.input(0));
                return node.input(0);
            }
            case Branch -> {
                int to = node.input((boolean) frame.input(node, 0) ? 1 : 2);
                frame.goTo(to);
                return to;
            }
            case Phi -> frame.set(node.id(), phi(frame, node));
            case Trap -> throw trap(frame, node);
            case Cleanup_Begin -> {
                boolean shields = node.payload() instanceof Payload.OfBool;
                Opened nursery = node.inputs().size() > 2 ? (Opened) frame.input(node, 2) : null;
                frame.regions.add(new Frame.Region(node.input(1), shields, nursery));
                frame.goTo(node.input(0));
                return node.input(0);
            }
            case Cleanup_End -> frame.regions.removeLast();
            case Call ->
                    frame.set(
                            node.id(),
                            call(
                                    run.host().program().graph(node.name()),
                                    frame.inputs(node, 0),
                                    List.of()));
            case Closure_Call -> {
                var closure = (Value.Closure) frame.input(node, 0);
                frame.set(
                        node.id(),
                        call(closure.graph(), frame.inputs(node, 1), closure.captured()));
            }
            case Fn_Ref ->
                    frame.set(
                            node.id(),
                            new Value.Closure(run.host().program().graph(node.name()), List.of()));
            case Closure_Create ->
                    frame.set(
                            node.id(),
                            new Value.Closure(
                                    run.host().program().graph(node.name()),
                                    frame.inputs(node, 0)));
            case Host_Call -> frame.set(node.id(), hosted(frame, node));
            case Nursery_End -> {
                Throwable thrown = null;
                if (node.payload() instanceof Payload.OfBool) {
                    thrown = frame.thrown;
                    frame.thrown = null;
                }
                frame.set(node.id(), run.end((Opened) frame.input(node, 0), thrown));
            }
            default ->
                    frame.set(
                            node.id(),
                            node.opcode().isScheduled() || isMoney(node)
                                    ? tasks.run(frame, node)
                                    : operations.run(frame, node));
        }
        return node.id() + 1;
    }

    private static boolean isMoney(Node node) {
        return switch (node.opcode()) {
            case Budget_Check,
                    Budget_Decrement,
                    Print,
                    Using_Begin,
                    Using_End,
                    Cap_Spawn,
                    Cap_AtMost,
                    Cap_AtMostEver ->
                    true;
            default -> false;
        };
    }

    private Object hosted(Frame frame, Node node) throws Exception {
        Object result = run.callHost(node.name(), frame.inputs(node, 0).toArray());
        if (node.type() instanceof Type.Optional) {
            return result == null ? Value.NONE : new Value.Some(result);
        }
        return result == null ? Value.UNIT : result;
    }

    private static Object phi(Frame frame, Node node) {
        for (int i = 0; i < node.inputs().size(); i += 2) {
            if (node.input(i + 1) == frame.cameFrom) {
                return frame.get(node.input(i));
            }
        }
        throw new IllegalStateException("%" + node.id() + " came from nowhere");
    }

    private static PanicException trap(Frame frame, Node node) {
        String message =
                node.inputs().isEmpty() ? "this is never reached" : (String) frame.input(node, 0);
        return new PanicException(node.name(), message);
    }

    /** A panic says where it happened. */
    private static Throwable located(Throwable e, Frame frame, Node node) {
        if (e instanceof PanicException panic && !panic.isLocated()) {
            return panic.at(frame.graph.name(), node.line());
        }
        return e;
    }

    // ---- when something is thrown

    /** Cleans up, the innermost first; returns where to go on, or throws on. */
    private int unwound(Frame frame, int regions, Throwable first) throws Exception {
        Throwable thrown = first;
        while (frame.regions.size() > regions) {
            Frame.Region region = frame.regions.removeLast();
            if (!region.shields()) {
                frame.thrown = thrown;
                frame.goTo(region.label());
                return region.label();
            }
            int below = frame.regions.size();
            frame.goTo(region.label());
            thrown =
                    run.cleanUp(
                            thrown,
                            region.nursery(),
                            (_, _) -> run(frame, region.label(), below),
                            depth);
        }
        throw sneaked(thrown);
    }

    private static Exception sneaked(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return (Exception) thrown;
    }
}
