package dev.stint.language.internal.qtjir;

import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import dev.stint.language.internal.type.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the opcodes for tasks, channels and rights take and give. */
final class TaskRules {
    private final Program program;
    private final TypeRules rules;

    TaskRules(Program program, TypeRules rules) {
        this.program = program;
        this.rules = rules;
    }

    @Nullable String check(Node node, List<Type> in) {
        return switch (node.opcode()) {
            case Yield -> TypeRules.gives(node, in, Types.VOID);
            case Nursery_Begin ->
                    in.isEmpty() || in.equals(List.of(Types.CAP_SPAWN))
                            ? ValueRules.giving(node, Types.NURSERY)
                            : "it takes a right at most";
            case Nursery_End -> nurseryEnd(node, in);
            case Nursery_Cancel -> TypeRules.gives(node, in, Types.VOID, Types.NURSERY);
            case Spawn, Async_Call -> rules.call(node, in, 0);
            case Spawn_With ->
                    in.isEmpty() || !in.getFirst().equals(Types.CAP_SPAWN)
                            ? "it takes a right first"
                            : rules.call(node, in, 1);
            case Task_Create -> create(node, in);
            case Await, Task_Join ->
                    ValueRules.isOne(in, Type.Task.class)
                            ? ValueRules.giving(node, ((Type.Task) in.getFirst()).value())
                            : "it takes a task";
            case Task_Cancel ->
                    ValueRules.isOne(in, Type.Task.class)
                            ? ValueRules.giving(node, Types.VOID)
                            : "it takes a task";
            case Sleep -> TypeRules.gives(node, in, Types.VOID, Types.I64);
            case Is_Cancelled -> TypeRules.gives(node, in, Types.BOOL);
            case Select_Begin -> TypeRules.gives(node, in, Types.SELECT);
            case Select_Add_Timeout ->
                    TypeRules.gives(node, in, Types.VOID, Types.SELECT, Types.I64);
            case Select_Add_Default, Select_End ->
                    TypeRules.gives(node, in, Types.VOID, Types.SELECT);
            case Select_Wait -> TypeRules.gives(node, in, Types.I64, Types.SELECT);
            case Select_Get_Value -> ValueRules.one(in, Types.SELECT);
            case Using_Begin -> ValueRules.one(in, node.type());
            case Using_End -> in.size() == 1 ? null : "it takes what is closed";
            case Cap_Spawn -> TypeRules.gives(node, in, Types.CAP_SPAWN, Types.CAPABILITIES);
            case Cap_AtMost, Cap_AtMostEver ->
                    TypeRules.gives(node, in, Types.CAP_SPAWN, Types.CAP_SPAWN, Types.I64);
            default -> channel(node, in);
        };
    }

    private static @Nullable String nurseryEnd(Node node, List<Type> in) {
        return in.equals(List.of(Types.NURSERY))
                        && node.type() instanceof Type.Fallible f
                        && f.value().equals(Types.VOID)
                ? null
                : "it takes a nursery and gives its outcome";
    }

    private @Nullable String create(Node node, List<Type> in) {
        Graph target = program.find(node.name());
        if (target == null) {
            return "there is no graph '" + node.name() + "'";
        }
        if (!in.equals(target.captures()) || !target.params().isEmpty()) {
            return "it takes " + target.captures() + " and is given " + in;
        }
        return ValueRules.giving(node, new Type.Task(target.result()));
    }

    private static @Nullable String channel(Node node, List<Type> in) {
        if (node.opcode() == Opcode.Channel_Create) {
            return node.type() instanceof Type.Channel
                    ? ValueRules.exactly(in, Types.I64)
                    : "it gives a channel";
        }
        int first = isOfSelect(node.opcode()) ? 1 : 0;
        if (in.size() <= first || !(in.get(first) instanceof Type.Channel(Type value))) {
            return "it takes a channel";
        }
        if (first == 1 && !in.getFirst().equals(Types.SELECT)) {
            return "it takes a select first";
        }
        boolean sends =
                switch (node.opcode()) {
                    case Channel_Send, Channel_TrySend, Select_Add_Send -> true;
                    default -> false;
                };
        List<Type> rest = in.subList(first + 1, in.size());
        if (!rest.equals(sends ? List.of(value) : List.of())) {
            return "the channel carries a " + value;
        }
        return result(node, value);
    }

    private static boolean isOfSelect(Opcode opcode) {
        return opcode == Opcode.Select_Add_Recv || opcode == Opcode.Select_Add_Send;
    }

    /** Operations that may find the channel closed give an error union, or their value alone. */
    private static @Nullable String result(Node node, Type value) {
        Type plain =
                switch (node.opcode()) {
                    case Channel_Recv -> value;
                    case Channel_TryRecv -> new Type.Optional(value);
                    case Channel_TrySend, Channel_IsClosed -> Types.BOOL;
                    case Channel_Len -> Types.I64;
                    default -> Types.VOID;
                };
        boolean fits =
                node.type().equals(plain)
                        || node.type().equals(new Type.Fallible(plain, TypeTable.CHANNEL_ERRORS));
        return fits ? null : "it gives a " + plain;
    }
}
