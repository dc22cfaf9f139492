package dev.stint.language.internal.lower;

import dev.stint.language.internal.check.Builtin;
import dev.stint.language.internal.check.CallTarget;
import dev.stint.language.internal.check.Symbol;
import dev.stint.language.internal.check.Typing;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.syntax.Source;
import dev.stint.language.internal.tree.Block;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Param;
import dev.stint.language.internal.type.PanicException;
import dev.stint.language.internal.type.Sizes;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.Types;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Lowers calls, closures, and what starts and awaits tasks. */
abstract class CallLowering extends ExprLowering {
    CallLowering(Typing typing, Source source, List<Graph> graphs, String graphName) {
        super(typing, source, graphs, graphName);
    }

    abstract Graph inner(String name, List<Param> params, Type.Function type, Block body, Expr by);

    abstract int innermostNursery();

    @Override
    final int call(Expr.Call call) {
        return switch (typing.targetOf(call)) {
            case CallTarget.OfFunction target -> {
                var signature = target.signature();
                int[] arguments = arguments(call.arguments(), signature.params());
                to.payForCall();
                yield to.add(
                        Opcode.Call,
                        new Payload.OfName(signature.name()),
                        signature.result(),
                        arguments);
            }
            case CallTarget.OfValue target -> closureCall(call, target.type());
            case CallTarget.OfStd target -> {
                var function = target.function();
                int[] inputs = inputs(call, function.params(), target.isMethod());
                yield standard(function.name(), function.result(), inputs);
            }
            case CallTarget.OfHost target -> {
                var offer = target.offer();
                int[] inputs = inputs(call, offer.params(), target.isMethod());
                to.check();
                to.charge(offer.ops(), 0);
                yield to.add(
                        Opcode.Host_Call, new Payload.OfName(offer.name()), offer.result(), inputs);
            }
            case CallTarget.Conversion conversion -> conversion(call, conversion.to());
            case CallTarget.OfBuiltin target -> builtin(call, target.builtin());
        };
    }

    /** What it is called on, and its arguments, which it may keep. */
    private int[] inputs(Expr.Call call, List<Type> params, boolean isMethod) {
        int[] inputs = new int[params.size()];
        int next = 0;
        if (isMethod) {
            inputs[next++] = lower(((Expr.Field) call.callee()).target());
        }
        for (Expr argument : call.arguments()) {
            inputs[next] = kept(argument, params.get(next), true);
            next++;
        }
        return inputs;
    }

    private int closureCall(Expr.Call call, Type.Function type) {
        int callee = lower(call.callee());
        int[] arguments = arguments(call.arguments(), type.params());
        int[] all = new int[arguments.length + 1];
        all[0] = callee;
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        to.payForCall();
        return to.add(Opcode.Closure_Call, type.result(), all);
    }

    private int conversion(Expr.Call call, Type wanted) {
        Expr argument = call.arguments().getFirst();
        if (wanted.equals(Types.TEXT)) {
            return textOf(argument);
        }
        int value = lower(argument);
        return typing.typeOf(argument).equals(wanted)
                ? value
                : to.add(Opcode.Convert, wanted, value);
    }

    // ---- what every script has

    private int builtin(Expr.Call call, Builtin builtin) {
        List<Expr> arguments = call.arguments();
        Type type = typing.typeOf(call);
        return switch (builtin) {
            case PRINT, PRINTLN -> print(arguments, builtin);
            case PANIC -> {
                int message = lower(arguments.getFirst());
                to.checkAndCharge();
                yield to.add(
                        Opcode.Trap, new Payload.OfName(PanicException.PANIC), Types.VOID, message);
            }
            case ASSERT -> assertion(arguments);
            case ARRAY -> {
                Type element = ((Type.Slice) type).element();
                int count = value(arguments.getFirst(), Types.I64);
                yield to.add(
                        Opcode.Array_Fill, type, count, kept(arguments.getLast(), element, true));
            }
            case I32_TO_I64, I32_TO_F64 ->
                    to.add(Opcode.Convert, type, value(arguments.getFirst(), Types.I32));
            case SLEEP -> to.add(Opcode.Sleep, Types.VOID, value(arguments.getFirst(), Types.I64));
            case CANCEL -> to.add(Opcode.Nursery_Cancel, Types.VOID, innermostNursery());
            case IS_CANCELLED -> to.add(Opcode.Is_Cancelled, Types.BOOL);
            case CHANNEL, CHANNEL_BUFFERED -> channel(type, value(arguments.getFirst(), Types.I64));
            case CHANNEL_NEW -> channel(type, to.integer(0, Types.I64));
            case SEND,
                    RECEIVE,
                    TRY_SEND,
                    TRY_RECEIVE,
                    CLOSE,
                    IS_CLOSED,
                    LENGTH,
                    TASK_CANCEL,
                    NURSERY_CANCEL,
                    AT_MOST,
                    AT_MOST_EVER ->
                    method(call, builtin);
            default -> {
                int[] values = arguments.stream().mapToInt(this::lower).toArray();
                yield to.add(Opcode.Text_Call, new Payload.OfName(builtin.word()), type, values);
            }
        };
    }

    private int channel(Type type, int capacity) {
        to.charge(1, Sizes.ofFields(1));
        return to.add(Opcode.Channel_Create, type, capacity);
    }

    /** Numbers always end their line, texts only with println. */
    private int print(List<Expr> arguments, Builtin builtin) {
        int last = -1;
        for (int i = 0; i < arguments.size(); i++) {
            Expr argument = arguments.get(i);
            boolean isLast = i == arguments.size() - 1;
            boolean endsLine =
                    typing.typeOf(argument).isNumber() || (isLast && builtin == Builtin.PRINTLN);
            int text = textOf(argument);
            last = to.add(Opcode.Print, new Payload.OfBool(endsLine), Types.VOID, text);
        }
        if (arguments.isEmpty() && builtin == Builtin.PRINTLN) {
            last = to.add(Opcode.Print, new Payload.OfBool(true), Types.VOID, text(""));
        }
        return last;
    }

    private int assertion(List<Expr> arguments) {
        int holds = to.newLabel();
        int fails = to.newLabel();
        to.branch(lower(arguments.getFirst()), holds, fails);
        to.place(fails);
        int message = arguments.size() > 1 ? lower(arguments.getLast()) : text("it does not hold");
        to.add(Opcode.Trap, new Payload.OfName(PanicException.ASSERTION), Types.VOID, message);
        to.place(holds);
        return 0;
    }

    private int method(Expr.Call call, Builtin builtin) {
        Expr.Field field = (Expr.Field) call.callee();
        int target = lower(field.target());
        Type type = typing.typeOf(call);
        Type owner = typing.typeOf(field.target());
        return switch (builtin) {
            case SEND, TRY_SEND -> {
                Type carried = ((Type.Channel) owner).value();
                int value = transferred(value(call.arguments().getFirst(), carried), carried);
                to.check();
                Opcode opcode =
                        builtin == Builtin.SEND ? Opcode.Channel_Send : Opcode.Channel_TrySend;
                yield to.add(opcode, type, target, value);
            }
            case RECEIVE -> {
                to.check();
                yield to.add(Opcode.Channel_Recv, type, target);
            }
            case TRY_RECEIVE -> {
                to.check();
                yield to.add(Opcode.Channel_TryRecv, type, target);
            }
            case CLOSE -> to.add(Opcode.Channel_Close, Types.VOID, target);
            case IS_CLOSED -> to.add(Opcode.Channel_IsClosed, Types.BOOL, target);
            case LENGTH -> to.add(Opcode.Channel_Len, Types.I64, target);
            case TASK_CANCEL -> to.add(Opcode.Task_Cancel, Types.VOID, target);
            case NURSERY_CANCEL -> to.add(Opcode.Nursery_Cancel, Types.VOID, target);
            case AT_MOST, AT_MOST_EVER ->
                    to.add(
                            builtin == Builtin.AT_MOST ? Opcode.Cap_AtMost : Opcode.Cap_AtMostEver,
                            Types.CAP_SPAWN,
                            target,
                            value(call.arguments().getFirst(), Types.I64));
            default -> throw new IllegalStateException("no method: " + builtin);
        };
    }

    /** A value on its way to another task. What could be changed is copied. */
    final int transferred(int value, Type type) {
        return isChangeable(type) ? to.add(Opcode.Transfer, type, value) : value;
    }

    private static boolean isChangeable(Type type) {
        return switch (type) {
            case Type.Array _ -> true;
            case Type.Slice _ -> true;
            case Type.Standard _ -> true;
            case Type.Optional o -> isChangeable(o.value());
            case Type.Fallible f -> isChangeable(f.value());
            case Type.Named n ->
                    n.kind() == Type.Named.Kind.STRUCT || n.kind() == Type.Named.Kind.UNION;
            default -> false;
        };
    }

    // ---- tasks

    @Override
    final int concurrent(Expr expr) {
        return switch (expr) {
            case Expr.Spawn spawn -> spawn(spawn);
            case Expr.SpawnBlock spawn -> spawnBlock(spawn);
            case Expr.Await await -> await(await);
            default -> throw new IllegalStateException("not concurrent");
        };
    }

    /** Arguments are evaluated first, by the spawner, left to right. */
    private int spawn(Expr.Spawn spawn) {
        var signature = ((CallTarget.OfFunction) typing.targetOf(spawn.call())).signature();
        int right = right(spawn.right());
        int[] arguments = arguments(spawn.call().arguments(), signature.params());
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = transferred(arguments[i], signature.params().get(i));
        }
        to.check();
        var name = new Payload.OfName(signature.name());
        Type type = new Type.Task(signature.result());
        if (right < 0) {
            Opcode opcode = spawn.word().equals("async") ? Opcode.Async_Call : Opcode.Spawn;
            return to.add(opcode, name, type, arguments);
        }
        int[] all = new int[arguments.length + 1];
        all[0] = right;
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return to.add(Opcode.Spawn_With, name, type, all);
    }

    private int right(@Nullable Expr right) {
        return right == null ? -1 : lower(right);
    }

    private int spawnBlock(Expr.SpawnBlock spawn) {
        Type.Task type = (Type.Task) typing.typeOf(spawn);
        String name = innerName("task");
        Graph graph =
                inner(
                        name,
                        List.of(),
                        new Type.Function(List.of(), type.value()),
                        spawn.body(),
                        spawn);
        graphs.add(graph);
        List<Symbol.Local> captured = typing.capturesOf(spawn);
        int[] inputs = new int[captured.size()];
        for (int i = 0; i < inputs.length; i++) {
            inputs[i] = transferred(read(captured.get(i)), captured.get(i).type());
        }
        if (inputs.length > 0) {
            to.charge(1, Sizes.ofFields(inputs.length));
        }
        to.check();
        return to.add(Opcode.Task_Create, new Payload.OfName(name), type, inputs);
    }

    private int await(Expr.Await await) {
        Type task = typing.typeOf(await.task());
        int value = lower(await.task());
        if (!(task instanceof Type.Task handle)) {
            return value; // a call that was awaited where it stands
        }
        return to.add(Opcode.Await, handle.value(), value);
    }

    // ---- closures

    @Override
    final int closure(Expr.Closure closure) {
        Type.Function type = (Type.Function) typing.typeOf(closure);
        String name = innerName("closure");
        graphs.add(inner(name, closure.params(), type, closure.body(), closure));
        List<Symbol.Local> captured = typing.capturesOf(closure);
        int[] inputs = new int[captured.size()];
        for (int i = 0; i < inputs.length; i++) {
            inputs[i] = placeOf(Objects.requireNonNull(captured.get(i)));
        }
        if (inputs.length > 0) {
            to.charge(1, Sizes.ofFields(inputs.length));
        }
        return to.add(Opcode.Closure_Create, new Payload.OfName(name), type, inputs);
    }
}
