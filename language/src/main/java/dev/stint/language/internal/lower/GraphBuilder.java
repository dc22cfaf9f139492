package dev.stint.language.internal.lower;

import dev.stint.language.internal.qtjir.DeadCode;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.qtjir.Tenancy;
import dev.stint.language.internal.type.PanicException;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.Types;
import java.util.ArrayList;
import java.util.List;

/**
 * A graph that is being made. Labels are handed out before they are placed, as negative numbers,
 * and get their ids at the end.
 */
final class GraphBuilder {
    private final List<Node> nodes = new ArrayList<>();
    private final List<Integer> places = new ArrayList<>(); // of labels; -1: not yet
    private int line;
    private int blockStart;
    private boolean isOpen = true; // the last node was no terminator
    private final Work work = new Work();
    private int paidCall = -1; // the charge for a call in this straight piece of code

    void line(int number) {
        line = number;
    }

    int line() {
        return line;
    }

    // ---- nodes

    int add(Opcode opcode, Payload payload, Type type, int... inputs) {
        if (!isOpen) {
            place(newLabel()); // what follows is never reached, but has its form
        }
        if (work.isDue(opcode)) {
            charge(1, 0);
        }
        work.add(opcode, payload, type, inputs);
        var list = new ArrayList<Integer>(inputs.length);
        for (int input : inputs) {
            list.add(input);
        }
        Tenancy tenancy = opcode.isScheduled() ? Tenancy.CPU_Parallel : Tenancy.CPU_Serial;
        int id = nodes.size();
        nodes.add(new Node(id, opcode, payload, list, type, tenancy, line));
        isOpen = !opcode.isTerminator();
        if (!isOpen || opcode == Opcode.Label || opcode.isScheduled()) {
            paidCall = -1;
        }
        return id;
    }

    int add(Opcode opcode, Type type, int... inputs) {
        return add(opcode, Payload.NONE, type, inputs);
    }

    int integer(long value, Type type) {
        return add(Opcode.Constant, new Payload.OfInt(value), type);
    }

    int bool(boolean value) {
        return add(Opcode.Constant, new Payload.OfBool(value), Types.BOOL);
    }

    /** Pays; a charge is also a look. */
    void charge(long ops, long bytes) {
        add(Opcode.Budget_Decrement, new Payload.OfCost(ops, bytes), Types.VOID);
    }

    void check() {
        add(Opcode.Budget_Check, Types.VOID);
    }

    /** What stands before a call, and at the end of a round. */
    void checkAndCharge() {
        check();
        charge(1, 0);
    }

    /**
     * What stands before a call. Calls that always follow each other are paid at the first of them.
     */
    void payForCall() {
        if (paidCall < 0) {
            check();
            paidCall = nodes.size();
            charge(1, 0);
            return;
        }
        Node first = nodes.get(paidCall);
        var cost = (Payload.OfCost) first.payload();
        var more = new Payload.OfCost(cost.ops() + 1, cost.bytes());
        nodes.set(paidCall, first.withPayload(more));
        work.add(Opcode.Budget_Decrement, new Payload.OfCost(1, 0), Types.VOID);
        check();
    }

    // ---- blocks

    int newLabel() {
        places.add(-1);
        return -places.size();
    }

    void place(int label) {
        if (isOpen) {
            isOpen = false; // falls through
            work.add(Opcode.Jump, Payload.NONE, Types.VOID, label);
            nodes.add(
                    new Node(
                            nodes.size(),
                            Opcode.Jump,
                            Payload.NONE,
                            List.of(label),
                            Types.VOID,
                            Tenancy.CPU_Serial,
                            line));
        }
        places.set(-label - 1, nodes.size());
        blockStart = nodes.size();
        isOpen = true;
        work.place(label);
        add(Opcode.Label, Types.LABEL);
    }

    /** Before the first node of a loop; gives what {@link #leaveLoop} takes. */
    int enterLoop() {
        return work.enterLoop();
    }

    void leaveLoop(int before) {
        work.leaveLoop(before);
    }

    void jump(int label) {
        if (isOpen) {
            add(Opcode.Jump, Types.VOID, label);
        }
    }

    void branch(int condition, int then, int otherwise) {
        add(Opcode.Branch, Types.VOID, condition, then, otherwise);
    }

    /** False after a terminator: what is added now is not reached. */
    boolean isOpen() {
        return isOpen;
    }

    /** The first node of the block that is being made, by which a phi names it. */
    int blockStart() {
        return blockStart;
    }

    // ---- the end

    Graph finish(String name, List<Graph.Param> params, List<Type> captures, Type result) {
        if (isOpen) {
            add(Opcode.Trap, new Payload.OfName(PanicException.UNREACHABLE), Types.VOID);
        }
        List<Node> placed = new ArrayList<>(nodes.size());
        for (Node node : nodes) {
            var inputs = new ArrayList<Integer>(node.inputs().size());
            for (int input : node.inputs()) {
                inputs.add(input < 0 ? places.get(-input - 1) : input);
            }
            placed.add(node.withInputs(inputs));
        }
        var graph = new Graph(name, params, captures, result, Tenancy.CPU_Serial, placed);
        return DeadCode.withoutUnreached(graph);
    }
}
