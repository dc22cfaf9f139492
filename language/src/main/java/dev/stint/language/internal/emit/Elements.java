package dev.stint.language.internal.emit;

import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.type.Type;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes what reads and writes elements. A view never changes: so of one that is looked into more
 * than once, its array, its beginning and its length are kept in variables. Whatever is called in
 * between, the JVM's compiler knows that they are the same, and checks an index once.
 */
final class Elements {
    private record Parts(int base, int from, int length) {
        boolean isWhole() {
            return from < 0;
        }
    }

    private final GraphWriter in;
    private final CodeBuilder code;
    private final BitSet kept = new BitSet(); // views
    private final Map<Integer, Parts> parts = new HashMap<>();
    private final Map<TypeKind, Integer> asides = new EnumMap<>(TypeKind.class);

    Elements(GraphWriter in) {
        this.in = in;
        this.code = in.code;
        var once = new BitSet();
        for (Node node : in.graph.nodes()) {
            if (node.opcode() == Opcode.Index || node.opcode() == Opcode.Index_Store) {
                int view = node.input(0);
                boolean isNear = in.flow.block(view) == in.flow.block(node.id());
                kept.set(view, kept.get(view) || once.get(view) || !isNear);
                once.set(view);
            }
        }
        for (Node node : in.graph.nodes()) {
            boolean isVariable = node.opcode() == Opcode.Load || node.opcode() == Opcode.Phi;
            boolean isElsewhere = in.plan.way(node.id()) == Plan.Way.STACK;
            if (isVariable || isElsewhere || !isView(node.type())) {
                kept.clear(node.id());
            }
        }
    }

    private static boolean isView(Type type) {
        return type instanceof Type.Array || type instanceof Type.Slice;
    }

    /** Variables beside those of values. */
    int count() {
        return 3 * parts.size();
    }

    /** Of views that are parameters, or captured: these have no place of their own in the code. */
    void openParameters() {
        for (int id = kept.nextSetBit(0); id >= 0; id = kept.nextSetBit(id + 1)) {
            if (in.plan.way(id) == Plan.Way.FREE && isReached(id)) {
                keep(in.graph.node(id));
            }
        }
    }

    private boolean isReached(int id) {
        return in.plan.isEmitted(in.flow.block(id));
    }

    /** Behind what makes a view. */
    void open(Node node) {
        if (kept.get(node.id())) {
            keep(node);
        }
    }

    private void keep(Node node) {
        Type element = elementOf(node.type());
        ClassDesc view = Shapes.view(element);
        boolean isWhole = node.opcode() == Opcode.Array_Fill;
        var made =
                new Parts(
                        code.allocateLocal(TypeKind.REFERENCE),
                        isWhole ? -1 : code.allocateLocal(TypeKind.INT),
                        code.allocateLocal(TypeKind.INT));
        parts.put(node.id(), made);
        in.push(node.id());
        code.dup()
                .getfield(view, "base", Shapes.element(element).arrayType())
                .astore(made.base)
                .dup()
                .getfield(Names.VIEW, "length", Names.INT)
                .istore(made.length);
        if (isWhole) {
            code.pop();
        } else {
            code.getfield(Names.VIEW, "from", Names.INT).istore(made.from);
        }
    }

    private static Type elementOf(Type view) {
        return view instanceof Type.Array array ? array.element() : ((Type.Slice) view).element();
    }

    // ---- what scripts do with them

    void get(Node node, Type element) {
        Parts known = parts.get(node.input(0));
        if (known == null) {
            in.push(node.input(0));
            ClassDesc index = pushIndex(node);
            in.line(node);
            code.invokevirtual(
                    Shapes.view(element), "get", MethodTypeDesc.of(Shapes.element(element), index));
        } else {
            code.aload(known.base);
            toPlace(node, pushIndex(node), known);
            code.arrayLoad(heldAs(element));
        }
    }

    /**
     * The index is looked at when the value is there, which may be a call or trap.
     *
     * @param value puts it on the stack
     */
    void set(Node node, Type element, Runnable value) {
        Parts known = parts.get(node.input(0));
        if (known == null) {
            in.push(node.input(0));
            ClassDesc index = pushIndex(node);
            value.run();
            in.line(node);
            code.invokevirtual(
                    Shapes.view(element),
                    "set",
                    MethodTypeDesc.of(Names.VOID, index, Shapes.element(element)));
            return;
        }
        TypeKind kind = heldAs(element);
        code.aload(known.base);
        ClassDesc index = pushIndex(node);
        if (in.plan.way(node.input(2)) == Plan.Way.STACK) {
            int aside = asides.computeIfAbsent(kind, code::allocateLocal);
            value.run();
            code.storeLocal(kind, aside);
            toPlace(node, index, known);
            code.loadLocal(kind, aside);
        } else {
            toPlace(node, index, known);
            value.run();
        }
        code.arrayStore(kind);
    }

    private static TypeKind heldAs(Type element) {
        TypeKind kind = Shapes.kind(element).inJava();
        return kind == TypeKind.VOID ? TypeKind.REFERENCE : kind;
    }

    /** An int of Java if it is known to be one, or a long. */
    private ClassDesc pushIndex(Node node) {
        if (in.ranges.isIntInput(node, 1)) {
            in.pushInt(node.input(1));
            return Names.INT;
        }
        in.push(node.input(1));
        return Names.LONG;
    }

    /** Makes a place in the array of the index that is on the stack. */
    private void toPlace(Node node, ClassDesc index, Parts known) {
        in.line(node);
        code.iload(known.length)
                .invokestatic(Names.VIEW, "place", MethodTypeDesc.of(Names.INT, index, Names.INT));
        if (!known.isWhole()) {
            code.iload(known.from).iadd();
        }
    }
}
