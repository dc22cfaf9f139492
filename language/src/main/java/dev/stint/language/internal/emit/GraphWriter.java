package dev.stint.language.internal.emit;

import dev.stint.language.internal.qtjir.Flow;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.run.Run;
import dev.stint.language.internal.type.Type;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes one graph as a method: its blocks in their order, its values as the plan says. */
final class GraphWriter {
    static final int RUN = 0;
    private static final int DEPTH = 1;

    /**
     * Some 30 KiB of stack in the JVM's interpreter; as many calls may be active as are allowed.
     */
    private static final int MOST_LOCALS = 3_000;

    final Emitter in;
    final Graph graph;
    final CodeBuilder code;
    final Shapes shapes;
    final Boxes boxes;
    final Plan plan;
    final Ranges ranges;
    final Elements elements;
    final Flow flow;
    private final Lifting lifting;
    private final Openings openings;
    private final Operations operations;
    private final TaskOperations tasks;
    private final Till till;
    private final PaidAhead paidAhead;
    private final AheadWriter ahead;
    private final Map<Integer, Integer> locals = new HashMap<>(); // of values
    private final Map<Integer, Integer> faults = new HashMap<>(); // the errors beside them
    private final List<Integer> params = new ArrayList<>();
    private final Map<Integer, Label> labels = new HashMap<>(); // of blocks, by their labels
    private final Guards guards;
    private int line = -1;

    GraphWriter(Emitter in, Graph graph, CodeBuilder code) {
        this.in = in;
        this.graph = graph;
        this.code = code;
        this.shapes = in.shapes();
        this.boxes = new Boxes(code, shapes);
        this.flow = new Flow(graph);
        this.lifting = new Lifting(graph, flow);
        this.openings = new Openings(graph, flow);
        this.plan = new Plan(graph, flow, lifting);
        var loops = new Loops(flow);
        this.ranges = new Ranges(graph, flow, plan, loops);
        this.elements = new Elements(this);
        var money = new Money(graph, flow, loops);
        this.till = new Till(code, money, in.isQuiet(graph.name()), callsFunctions());
        this.paidAhead = new PaidAhead(graph, flow, plan, ranges, money, openings, loops);
        this.ahead = new AheadWriter(this, till);
        this.guards = new Guards(this, lifting, till);
        this.operations = new Operations(this);
        this.tasks = new TaskOperations(this);
    }

    void write() throws TooLargeException {
        lifting.lifted().values().forEach(lifted -> in.add(lifted.graph()));
        int slot = 2;
        for (Type type : Emitter.values(graph)) {
            params.add(slot);
            slot += TypeKind.from(shapes.of(type)).slotSize();
        }
        Label start = code.newLabel();
        Label end = code.newLabel();
        code.labelBinding(start);
        for (int i = 0; i < graph.params().size(); i++) {
            Graph.Param param = graph.params().get(i);
            code.localVariable(params.get(i), param.name(), shapes.of(param.type()), start, end);
        }
        if (graph.name().indexOf('~') < 0) {
            checkDepth();
        }
        elements.openParameters();
        till.open();
        guards.open();
        for (Flow.Block block : flow.blocks()) {
            if (plan.isEmitted(block)) {
                code.labelBinding(label(block.first()));
                guards.begin(openings.at(block));
                PaidAhead.Loop loop = paidAhead.at(block);
                if (loop != null) {
                    ahead.write(loop, copied -> writeCopy(loop, copied, end));
                }
                write(block, end);
            }
        }
        guards.finish();
        code.labelBinding(end);
        int count = locals.size() + elements.count();
        if (count > MOST_LOCALS) {
            throw new TooLargeException(
                    "'%s' has %d values at once".formatted(graph.name(), count));
        }
    }

    private void checkDepth() {
        Label fine = code.newLabel();
        code.iload(DEPTH)
                .loadConstant(Run.DEEPEST)
                .if_icmple(fine)
                .ldc(graph.name())
                .invokestatic(
                        Names.CHECKS,
                        "tooDeep",
                        MethodTypeDesc.of(
                                Names.of(dev.stint.language.internal.type.PanicException.class),
                                Names.TEXT))
                .athrow()
                .labelBinding(fine);
    }

    // ---- blocks

    Label handlerOfNobody() {
        return guards.handlerOfNobody();
    }

    private void writeCopy(PaidAhead.Loop loop, Flow.Block block, Label end) {
        if (block != loop.first()) {
            code.labelBinding(label(block.first()));
        }
        line = -1;
        write(block, end);
        line = -1;
    }

    Label label(int node) {
        Label copied = ahead.label(node);
        if (copied != null) {
            return copied;
        }
        return labels.computeIfAbsent(node, _ -> code.newLabel());
    }

    private void write(Flow.Block block, Label end) {
        till.begin(block);
        for (int i = block.first(); i <= block.last(); i++) {
            Node node = graph.node(i);
            if (isOwn(node) && !ahead.writesInstead(node)) {
                write(node, block, end);
            }
        }
    }

    /** False for what others write where they need it. */
    private boolean isOwn(Node node) {
        return switch (node.opcode()) {
            case Label, Phi -> false;
            case Budget_Check -> isLonely(node);
            default -> plan.way(node.id()) == Plan.Way.LOCAL;
        };
    }

    /**
     * A check is part of what pays or asks the scheduler for something right before or after it.
     */
    private boolean isLonely(Node check) {
        return !meetsLook(check, 1) && !meetsLook(check, -1);
    }

    /** True if somebody looks before anything can be seen, from here in one direction. */
    private boolean meetsLook(Node check, int step) {
        for (int i = check.id() + step; i >= 0; i += step) {
            Node next = graph.node(i);
            if (next.opcode() == Opcode.Budget_Decrement || next.opcode().isScheduled()) {
                return true;
            }
            if (step < 0 && next.opcode() != Opcode.Label && !next.opcode().isTerminator()) {
                continue; // whatever it does: the block has looked before
            }
            if (!next.opcode().isQuiet()
                    || next.opcode() == Opcode.Label
                    || next.opcode().isTerminator()) {
                return false;
            }
        }
        return false;
    }

    private void write(Node node, Flow.Block block, Label end) {
        switch (node.opcode()) {
            case Jump -> {
                moveToPhis(block, node.input(0));
                goTo(block, node.input(0));
            }
            case Branch -> branch(node, block);
            case Cleanup_Begin -> goTo(block, node.input(0));
            case Cleanup_End -> guards.closeLast();
            case Return -> giveBack(node);
            case Trap -> operations.trap(node);
            case Alloca -> alloca(node, end);
            case Store -> store(node);
            default -> {
                if (isIntLocal(node.id()) && operations.isInt(node)) {
                    operations.writeInt(node);
                    code.istore(local(node.id()));
                } else {
                    push(node);
                    keep(node);
                }
                elements.open(node);
            }
        }
    }

    private void goTo(Flow.Block from, int target) {
        if (!isNext(from, target)) {
            code.goto_(label(target));
        }
    }

    private boolean isNext(Flow.Block from, int target) {
        for (int i = from.index() + 1; i < flow.blocks().size(); i++) {
            Flow.Block next = flow.blocks().get(i);
            if (plan.isEmitted(next) && ahead.isWritten(next)) {
                return next.first() == target;
            }
        }
        return false;
    }

    private void branch(Node node, Flow.Block block) {
        int then = node.input(1);
        int otherwise = node.input(2);
        boolean hasPhis = hasPhis(then) || hasPhis(otherwise);
        line(node);
        if (!hasPhis && isNext(block, then)) {
            operations.jumpIf(node.input(0), false, label(otherwise));
        } else if (!hasPhis) {
            operations.jumpIf(node.input(0), true, label(then));
            goTo(block, otherwise);
        } else {
            Label other = code.newLabel();
            operations.jumpIf(node.input(0), false, other);
            moveToPhis(block, then);
            code.goto_(label(then));
            code.labelBinding(other);
            moveToPhis(block, otherwise);
            goTo(block, otherwise);
        }
    }

    private boolean hasPhis(int label) {
        return graph.node(label + 1).opcode() == Opcode.Phi;
    }

    /** All values are read before one is written: a phi may be read by another. */
    private void moveToPhis(Flow.Block from, int label) {
        List<Node> phis = new ArrayList<>();
        for (int i = label + 1; graph.node(i).opcode() == Opcode.Phi; i++) {
            phis.add(graph.node(i));
        }
        for (Node phi : phis) {
            int value = valueFrom(phi, from);
            if (Shapes.kind(phi.type()) == Kind.PAIR) {
                pushPair(value);
            } else {
                push(value);
            }
        }
        for (Node phi : phis.reversed()) {
            keep(phi);
        }
    }

    private static int valueFrom(Node phi, Flow.Block from) {
        for (int i = 0; i < phi.inputs().size(); i += 2) {
            if (phi.input(i + 1) == from.first()) {
                return phi.input(i);
            }
        }
        throw new IllegalStateException("%" + phi.id() + " came from nowhere");
    }

    private void giveBack(Node node) {
        if (node.inputs().isEmpty()) {
            till.settle(true);
            code.return_();
            return;
        }
        int value = node.input(0);
        if (type(value) instanceof Type.Fallible fallible) {
            code.aload(RUN).aload(fault(value)).putfield(Names.RUN, "fault", Names.TEXT);
            if (Shapes.kind(fallible.value()) != Kind.NONE) {
                load(fallible.value(), local(value));
            }
        } else {
            push(value);
        }
        till.settle(true);
        code.return_(TypeKind.from(shapes.result(graph.result())));
    }

    // ---- variables of the script

    private void alloca(Node slot, Label end) {
        Type value = ((Type.Slot) slot.type()).value();
        if (plan.isCell(slot.id())) {
            ClassDesc cell = Shapes.cell(value);
            code.new_(cell)
                    .dup()
                    .invokespecial(cell, "<init>", MethodTypeDesc.of(Names.VOID))
                    .astore(local(slot.id()));
            return;
        }
        if (!plan.isUsed(slot.id())) {
            return;
        }
        boxes.nothing(value);
        saveTo(slot.id(), value);
        int place = local(slot.id());
        Label here = code.newLabel();
        code.labelBinding(here);
        if (slot.payload() instanceof Payload.OfText(String name) && isName(name)) {
            ClassDesc held = isIntLocal(slot.id()) ? Names.INT : shapes.of(value);
            code.localVariable(place, name, held, here, end);
        }
    }

    private static boolean isName(String name) {
        return !name.isEmpty() && Character.isJavaIdentifierStart(name.charAt(0));
    }

    private void store(Node node) {
        int slot = node.input(0);
        Type value = ((Type.Slot) type(slot)).value();
        if (isLocalSlot(slot)) {
            if (isIntLocal(slot)) {
                pushInt(node.input(1));
                code.istore(local(slot));
            } else {
                push(node.input(1));
                save(value, local(slot));
            }
            return;
        }
        push(slot);
        push(node.input(1));
        code.putfield(Shapes.cell(value), "held", Shapes.element(value));
    }

    boolean isLocalSlot(int slot) {
        return graph.node(slot).opcode() == Opcode.Alloca && !plan.isCell(slot);
    }

    // ---- values

    Type type(int id) {
        return graph.node(id).type();
    }

    /** Makes a value that is on the stack the value of a node. */
    private void keep(Node node) {
        switch (Shapes.kind(node.type())) {
            case NONE -> {}
            case PAIR -> {
                if (node.opcode() == Opcode.Phi) {
                    code.astore(fault(node.id()));
                    Type value = ((Type.Fallible) node.type()).value();
                    save(value, Shapes.kind(value) == Kind.NONE ? -1 : local(node.id()));
                }
            }
            default -> {
                if (plan.isUsed(node.id())) {
                    saveTo(node.id(), node.type());
                } else {
                    drop(node.type());
                }
            }
        }
    }

    private void drop(Type type) {
        if (Shapes.kind(type).inJava().slotSize() == 2) {
            code.pop2();
        } else {
            code.pop();
        }
    }

    /** The variable of Java that has the value of a node. */
    int local(int id) {
        Integer found = locals.get(id);
        if (found == null) {
            Type type = type(id) instanceof Type.Fallible fallible ? fallible.value() : type(id);
            if (type instanceof Type.Slot slot && isLocalSlot(id)) {
                type = slot.value();
            }
            found = code.allocateLocal(isIntLocal(id) ? TypeKind.INT : Shapes.kind(type).inJava());
            locals.put(id, found);
        }
        return found;
    }

    /** The variable that has the error in the value of a node. */
    int fault(int id) {
        return faults.computeIfAbsent(id, _ -> code.allocateLocal(TypeKind.REFERENCE));
    }

    void load(Type type, int place) {
        if (Shapes.kind(type) != Kind.NONE) {
            code.loadLocal(Shapes.kind(type).inJava(), place);
        }
    }

    void save(Type type, int place) {
        if (Shapes.kind(type) != Kind.NONE) {
            code.storeLocal(Shapes.kind(type).inJava(), place);
        }
    }

    /**
     * True for a variable of the script, or a value that has a variable, that is an int of Java.
     */
    private boolean isIntLocal(int id) {
        return ranges.isIntSlot(id) || ranges.isInt(id);
    }

    /** Of a variable of the script, or of the value of a node. */
    void loadFrom(int id, Type type) {
        if (isIntLocal(id)) {
            code.iload(local(id)).i2l();
        } else {
            load(type, local(id));
        }
    }

    private void saveTo(int id, Type type) {
        if (isIntLocal(id)) {
            code.l2i().istore(local(id));
        } else {
            save(type, local(id));
        }
    }

    /** Leaves the value of a node on the stack. */
    void push(int id) {
        Node node = graph.node(id);
        switch (plan.way(id)) {
            case FREE -> operations.free(node);
            case STACK -> push(node);
            case LOCAL -> loadFrom(id, node.type());
        }
    }

    /** The same as an int of Java, where it is known to be one. */
    void pushInt(int id) {
        Node node = graph.node(id);
        if (plan.way(id) == Plan.Way.STACK && operations.isInt(node)) {
            operations.writeInt(node);
        } else if (plan.way(id) == Plan.Way.LOCAL && isIntLocal(id)) {
            code.iload(local(id));
        } else if (plan.way(id) == Plan.Way.FREE && operations.isFreeInt(node)) {
            operations.freeInt(node);
        } else {
            push(id);
            code.l2i();
        }
    }

    /** Both parts of an error union. */
    private void pushPair(int id) {
        Type.Fallible type = (Type.Fallible) type(id);
        if (Shapes.kind(type.value()) != Kind.NONE) {
            load(type.value(), local(id));
        }
        code.aload(fault(id));
    }

    void pushAll(Node node, int from) {
        for (int i = from; i < node.inputs().size(); i++) {
            push(node.input(i));
        }
    }

    int param(int index) {
        return params.get(index);
    }

    int capture(int index) {
        return params.get(graph.params().size() + index);
    }

    /** Does what a node says, and leaves its value on the stack. */
    private void push(Node node) {
        if (node.opcode() == Opcode.Budget_Decrement) {
            line(node);
            till.charge(node);
        } else if (node.opcode() == Opcode.Budget_Check) {
            line(node);
            till.look();
        } else if (!operations.write(node)) {
            tasks.write(node);
        }
    }

    private boolean callsFunctions() {
        return graph.count(Opcode.Call) + graph.count(Opcode.Closure_Call) > 0;
    }

    /** Behind a function. */
    void settleRun(String called) {
        if (in.isQuiet(called)) {
            till.settleRun();
        }
    }

    /** Before what somebody else could be paid in. */
    void settle(Node node) {
        if (till.isLoud(node)) {
            till.settle(false);
        }
    }

    /** What stands from here on is in this line. */
    void line(Node node) {
        if (node.line() != line && node.line() > 0) {
            line = node.line();
            code.lineNumber(line);
        }
    }

    // ---- calls

    /** The run and the depth, for a function that is called. */
    void pushCall() {
        code.aload(RUN).iload(DEPTH).iconst_1().iadd();
    }

    void pushDepth() {
        code.iload(DEPTH);
    }

    /** What a function has given back, as the value of a node. */
    void keepResult(Node node) {
        if (node.type() instanceof Type.Fallible fallible) {
            save(fallible.value(), valueLocal(node.id(), fallible));
            code.aload(RUN).getfield(Names.RUN, "fault", Names.TEXT).astore(fault(node.id()));
        }
    }

    /** An object that others have made, as the value of a node. */
    void keepBoxed(Node node) {
        if (!(node.type() instanceof Type.Fallible fallible)) {
            boxes.unbox(node.type());
            return;
        }
        Label failed = code.newLabel();
        Label done = code.newLabel();
        code.dup()
                .invokestatic(Names.CHECKS, "faultIn", MethodTypeDesc.of(Names.TEXT, Names.OBJECT))
                .dup()
                .astore(fault(node.id()))
                .ifnonnull(failed);
        boxes.unbox(fallible.value());
        save(fallible.value(), valueLocal(node.id(), fallible));
        code.goto_(done).labelBinding(failed).pop();
        boxes.nothing(fallible.value());
        save(fallible.value(), valueLocal(node.id(), fallible));
        code.labelBinding(done);
    }

    int valueLocal(int id, Type.Fallible fallible) {
        return Shapes.kind(fallible.value()) == Kind.NONE ? -1 : local(id);
    }

    /** Stands where a nursery guards code: what was thrown at it. */
    int thrown() {
        return guards.thrown();
    }
}
