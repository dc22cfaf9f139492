package dev.stint.language.internal.emit;

import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.type.Type;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The handlers of a function. Each piece of it is covered by that of the innermost clean-up that is
 * open there; what that throws on goes to the next, because its handler stands in the piece of it.
 */
final class Guards {
    private static final int NOBODY = -1; // only the variable that counts is settled

    private final GraphWriter in;
    private final CodeBuilder code;
    private final Lifting lifting;
    private final Till till;
    private final Map<Integer, Label> handlers = new LinkedHashMap<>(); // by their begin
    private final Map<Integer, List<Integer>> around = new HashMap<>(); // what is open around it
    private List<Integer> open = List.of();
    private Label start; // of the piece that is being written
    private int thrown = -1;

    Guards(GraphWriter in, Lifting lifting, Till till) {
        this.in = in;
        this.code = in.code;
        this.lifting = lifting;
        this.till = till;
        this.start = code.newLabel();
    }

    /** The beginning of the function, when the variables that handlers ask for have values. */
    void open() {
        code.labelBinding(start);
    }

    /** Where a block begins. */
    void begin(List<Integer> openHere) {
        if (!openHere.equals(open)) {
            change(openHere);
        }
    }

    /** Where what is thrown goes when nothing is open. */
    Label handlerOfNobody() {
        return handlers.computeIfAbsent(NOBODY, _ -> code.newLabel());
    }

    void closeLast() {
        change(open.subList(0, open.size() - 1));
    }

    private void change(List<Integer> openHere) {
        finishPiece();
        open = List.copyOf(openHere);
        start = code.newLabel();
        code.labelBinding(start);
    }

    private void finishPiece() {
        int innermost = open.isEmpty() ? NOBODY : open.getLast();
        if (innermost == NOBODY && !till.isCounting()) {
            return;
        }
        code.nop(); // so that the piece is not empty
        Label end = code.newLabel();
        code.labelBinding(end);
        if (innermost != NOBODY) {
            around.putIfAbsent(innermost, open.subList(0, open.size() - 1));
        }
        Label handler = handlers.computeIfAbsent(innermost, _ -> code.newLabel());
        code.exceptionCatchAll(start, end, handler);
    }

    /** The end of the function: writes the handlers. Those of inner ones may ask for outer ones. */
    void finish() {
        finishPiece();
        List<Integer> done = new ArrayList<>();
        while (done.size() < handlers.size()) {
            for (int begin : List.copyOf(handlers.keySet())) {
                if (!done.contains(begin)) {
                    done.add(begin);
                    write(begin);
                }
            }
        }
    }

    private void write(int begin) {
        open = around.getOrDefault(begin, List.of());
        boolean isCovered = begin != NOBODY && !open.isEmpty();
        code.labelBinding(handlers.get(begin));
        start = code.newLabel();
        code.labelBinding(start);
        till.settleThrown();
        if (begin == NOBODY) {
            code.athrow();
            return;
        }
        code.invokestatic(Names.TOLL, "plain", MethodTypeDesc.of(Names.THROWABLE, Names.THROWABLE))
                .astore(thrown());
        Node node = in.graph.node(begin);
        Lifting.Lifted lifted = lifting.lifted().get(begin);
        if (lifted == null) {
            code.goto_(in.label(node.input(1)));
        } else {
            cleanUp(node, lifted);
            code.athrow();
        }
        if (isCovered) {
            finishPiece();
        }
    }

    private void cleanUp(Node begin, Lifting.Lifted lifted) {
        code.aload(GraphWriter.RUN).aload(thrown());
        if (begin.inputs().size() > 2) {
            in.push(begin.input(2));
        } else {
            code.aconst_null();
        }
        ClassDesc body = in.in.body(lifted.graph().name());
        code.new_(body).dup();
        List<ClassDesc> held = new ArrayList<>();
        for (int id : lifted.captured()) {
            in.push(id);
            Type type = in.type(id);
            held.add(in.shapes.of(type));
        }
        code.invokespecial(body, "<init>", MethodTypeDesc.of(Names.VOID, held));
        in.pushDepth();
        code.invokevirtual(
                Names.RUN,
                "cleanUp",
                MethodTypeDesc.of(
                        Names.THROWABLE, Names.THROWABLE, Names.OPENED, Names.BODY, Names.INT));
    }

    /** The variable with what was thrown. */
    int thrown() {
        if (thrown < 0) {
            thrown = code.allocateLocal(TypeKind.REFERENCE);
        }
        return thrown;
    }
}
