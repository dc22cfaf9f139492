package dev.stint.language.internal.emit;

import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.std.Natives;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.Types;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.MethodTypeDesc;

/** Writes calls of what is not the script's: of the library, and of what the host offers. */
final class Outside {
    private final GraphWriter in;
    private final CodeBuilder code;

    Outside(GraphWriter in) {
        this.in = in;
        this.code = in.code;
    }

    void call(Node node) {
        switch (node.opcode()) {
            case Std_Call -> standard(node);
            default -> hosted(node);
        }
    }

    private void standard(Node node) {
        Natives.Native found = Natives.named(node.name());
        for (int i = 0; i < node.inputs().size(); i++) {
            in.push(node.input(i));
            boxIf(found.type().parameterType(i) == Object.class, in.type(node.input(i)));
        }
        in.settle(node);
        in.line(node);
        code.invokestatic(
                Names.of(found.owner()),
                found.method(),
                found.type().describeConstable().orElseThrow());
        if (node.type() instanceof Type.Fallible) {
            in.keepBoxed(node);
        } else if (node.type() instanceof Type.Optional optional) {
            optional(optional);
        } else if (found.type().returnType() == Object.class) {
            in.boxes.unbox(node.type());
        }
    }

    private void boxIf(boolean isAny, Type type) {
        if (isAny) {
            in.boxes.box(type);
        }
    }

    /** What may be null, as an optional of scripts. */
    private void optional(Type.Optional type) {
        code.invokestatic(
                Names.NATIVES,
                Shapes.isWrapped(type) ? "wrapped" : "optional",
                MethodTypeDesc.of(Names.OBJECT, Names.OBJECT));
    }

    private void hosted(Node node) {
        code.aload(GraphWriter.RUN).loadConstant(node.name());
        code.loadConstant(node.inputs().size()).anewarray(Names.OBJECT);
        for (int i = 0; i < node.inputs().size(); i++) {
            code.dup().loadConstant(i);
            in.push(node.input(i));
            in.boxes.box(in.type(node.input(i)));
            code.aastore();
        }
        in.settle(node);
        in.line(node);
        code.invokevirtual(
                Names.RUN,
                "callHost",
                MethodTypeDesc.of(Names.OBJECT, Names.TEXT, Names.OBJECT.arrayType()));
        if (node.type().equals(Types.VOID)) {
            code.pop();
        } else if (node.type() instanceof Type.Optional optional) {
            optional(optional);
        } else {
            in.boxes.unbox(node.type());
        }
    }
}
