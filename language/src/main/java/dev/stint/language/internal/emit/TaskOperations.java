package dev.stint.language.internal.emit;

import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.type.Type;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/** Writes what nodes do that ask the scheduler for something. */
final class TaskOperations {
    private static final ClassDesc STINT = ClassDesc.of("dev.stint.Stint");

    private final GraphWriter in;
    private final CodeBuilder code;
    private final Shapes shapes;

    TaskOperations(GraphWriter in) {
        this.in = in;
        this.code = in.code;
        this.shapes = in.shapes;
    }

    void write(Node node) {
        switch (node.opcode()) {
            case Nursery_Begin, Nursery_End, Nursery_Cancel -> nursery(node);
            case Spawn, Async_Call, Task_Create -> spawn(node, 0);
            case Spawn_With -> spawn(node, 1);
            case Await, Task_Join -> {
                in.push(node.input(0));
                code.loadConstant(mayFail(node) ? 1 : 0);
                begin(node);
                code.invokestatic(
                        Names.RUN,
                        "await",
                        MethodTypeDesc.of(Names.OBJECT, Names.TASK, Names.BOOL));
                in.keepBoxed(node);
            }
            case Task_Cancel -> {
                in.push(node.input(0));
                begin(node);
                code.invokeinterface(Names.TASK, "cancel", MethodTypeDesc.of(Names.BOOL)).pop();
            }
            case Yield -> {
                begin(node);
                code.invokestatic(STINT, "yield", MethodTypeDesc.of(Names.VOID));
            }
            case Sleep -> {
                in.push(node.input(0));
                begin(node);
                code.invokestatic(Names.RUN, "sleep", MethodTypeDesc.of(Names.VOID, Names.LONG));
            }
            case Is_Cancelled -> {
                begin(node);
                code.invokestatic(Names.RUN, "isCancelled", MethodTypeDesc.of(Names.BOOL));
            }
            case Print -> {
                code.aload(GraphWriter.RUN);
                in.push(node.input(0));
                code.loadConstant(((Payload.OfBool) node.payload()).value() ? 1 : 0);
                begin(node);
                code.invokevirtual(
                        Names.RUN, "print", MethodTypeDesc.of(Names.VOID, Names.TEXT, Names.BOOL));
            }
            case Using_Begin -> in.push(node.input(0));
            case Cap_Spawn -> {
                begin(node);
                code.invokestatic(Names.RIGHTS, "whole", MethodTypeDesc.of(Names.RIGHTS));
            }
            case Cap_AtMost -> atMost(node, "atMost");
            case Cap_AtMostEver -> atMost(node, "atMostEver");
            default -> channel(node);
        }
    }

    /** Before a call of the runtime: nothing is left in the variable that counts. */
    private void begin(Node node) {
        in.settle(node);
        in.line(node);
    }

    private static boolean mayFail(Node node) {
        return node.type() instanceof Type.Fallible;
    }

    private void atMost(Node node, String method) {
        in.pushAll(node, 0);
        begin(node);
        code.invokevirtual(Names.RIGHTS, method, MethodTypeDesc.of(Names.RIGHTS, Names.LONG));
    }

    // ---- tasks

    private void nursery(Node node) {
        switch (node.opcode()) {
            case Nursery_Begin -> {
                code.aload(GraphWriter.RUN);
                if (node.inputs().isEmpty()) {
                    code.aconst_null();
                } else {
                    in.push(node.input(0));
                }
                begin(node);
                code.invokevirtual(
                        Names.RUN, "begin", MethodTypeDesc.of(Names.OPENED, Names.RIGHTS));
            }
            case Nursery_End -> {
                code.aload(GraphWriter.RUN);
                in.push(node.input(0));
                if (node.payload() instanceof Payload.OfBool) {
                    code.aload(in.thrown());
                } else {
                    code.aconst_null();
                }
                begin(node);
                code.invokevirtual(
                        Names.RUN,
                        "end",
                        MethodTypeDesc.of(Names.OBJECT, Names.OPENED, Names.THROWABLE));
                in.keepBoxed(node);
            }
            default -> {
                in.push(node.input(0));
                begin(node);
                code.invokestatic(Names.RUN, "cancel", MethodTypeDesc.of(Names.VOID, Names.OPENED));
            }
        }
    }

    private void spawn(Node node, int first) {
        ClassDesc body = in.in.body(node.name());
        List<ClassDesc> held = new ArrayList<>();
        code.aload(GraphWriter.RUN);
        if (first == 1) {
            in.push(node.input(0));
        } else {
            code.aconst_null();
        }
        code.loadConstant(node.name()).new_(body).dup();
        for (int i = first; i < node.inputs().size(); i++) {
            in.push(node.input(i));
            held.add(shapes.of(in.type(node.input(i))));
        }
        code.invokespecial(body, "<init>", MethodTypeDesc.of(Names.VOID, held));
        begin(node);
        code.invokevirtual(
                Names.RUN,
                "spawn",
                MethodTypeDesc.of(Names.TASK, Names.RIGHTS, Names.TEXT, Names.BODY));
    }

    // ---- channels

    private void channel(Node node) {
        switch (node.opcode()) {
            case Channel_Create -> {
                in.push(node.input(0));
                begin(node);
                code.invokestatic(
                        Names.CHANNELS, "create", MethodTypeDesc.of(Names.CHANNEL, Names.LONG));
            }
            case Channel_Send -> give(node, "send");
            case Channel_TrySend -> give(node, "trySend");
            case Channel_Recv -> take(node, "receive");
            case Channel_TryRecv -> take(node, "tryReceive");
            case Channel_Close, Using_End -> {
                in.push(node.input(0));
                begin(node);
                code.invokeinterface(Names.CHANNEL, "close", MethodTypeDesc.of(Names.VOID));
            }
            case Channel_IsClosed -> {
                in.push(node.input(0));
                begin(node);
                code.invokeinterface(Names.CHANNEL, "isClosed", MethodTypeDesc.of(Names.BOOL));
            }
            case Channel_Len -> {
                in.push(node.input(0));
                begin(node);
                code.invokestatic(
                        Names.CHANNELS, "length", MethodTypeDesc.of(Names.LONG, Names.CHANNEL));
            }
            default -> select(node);
        }
    }

    private void give(Node node, String method) {
        in.push(node.input(0));
        in.push(node.input(1));
        in.boxes.box(in.type(node.input(1)));
        code.loadConstant(mayFail(node) ? 1 : 0);
        begin(node);
        code.invokestatic(
                Names.CHANNELS,
                method,
                MethodTypeDesc.of(Names.OBJECT, Names.CHANNEL, Names.OBJECT, Names.BOOL));
        in.keepBoxed(node);
    }

    private void take(Node node, String method) {
        in.push(node.input(0));
        code.loadConstant(mayFail(node) ? 1 : 0);
        begin(node);
        code.invokestatic(
                Names.CHANNELS, method, MethodTypeDesc.of(Names.OBJECT, Names.CHANNEL, Names.BOOL));
        in.keepBoxed(node);
    }

    private void select(Node node) {
        switch (node.opcode()) {
            case Select_Begin ->
                    code.new_(Names.CHOICE)
                            .dup()
                            .invokespecial(Names.CHOICE, "<init>", MethodTypeDesc.of(Names.VOID));
            case Select_Add_Recv -> {
                in.pushAll(node, 0);
                choice(node, "receive", Names.VOID, Names.CHANNEL);
            }
            case Select_Add_Send -> {
                in.pushAll(node, 0);
                in.boxes.box(in.type(node.input(2)));
                choice(node, "send", Names.VOID, Names.CHANNEL, Names.OBJECT);
            }
            case Select_Add_Timeout -> {
                in.pushAll(node, 0);
                choice(node, "timeout", Names.VOID, Names.LONG);
            }
            case Select_Add_Default -> {
                in.pushAll(node, 0);
                choice(node, "otherwise", Names.VOID);
            }
            case Select_Wait -> {
                in.pushAll(node, 0);
                choice(node, "await", Names.LONG);
            }
            case Select_Get_Value -> {
                in.pushAll(node, 0);
                choice(node, "received", Names.OBJECT);
                in.boxes.unbox(node.type());
            }
            case Select_End -> {}
            default -> throw new IllegalStateException("unknown opcode " + node.opcode());
        }
    }

    private void choice(Node node, String method, ClassDesc result, ClassDesc... params) {
        begin(node);
        code.invokevirtual(Names.CHOICE, method, MethodTypeDesc.of(result, params));
    }
}
