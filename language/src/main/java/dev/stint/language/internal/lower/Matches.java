package dev.stint.language.internal.lower;

import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Pattern;
import dev.stint.language.internal.type.PanicException;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import dev.stint.language.internal.type.Types;
import java.util.Objects;

/** Lowers a match to a chain of comparisons. */
final class Matches {
    private final StmtLowering in;
    private final GraphBuilder to;

    Matches(StmtLowering in) {
        this.in = in;
        this.to = in.to;
    }

    int match(Expr.Match match, Type type) {
        Type subjectType = in.typing.typeOf(match.subject());
        int subject = in.kept(match.subject(), subjectType, false);
        var join = in.new Join(type);
        for (Expr.Arm arm : match.arms()) {
            int next = to.newLabel();
            test(arm.pattern(), subject, subjectType, next);
            Expr guard = arm.guard();
            if (guard != null) {
                int holds = to.newLabel();
                to.branch(in.lower(guard), holds, next);
                to.place(holds);
            }
            boolean hasValue = !type.equals(Types.VOID) && !type.equals(Types.NEVER);
            int value = in.valueOfBlock(arm.body(), hasValue ? type : Types.VOID);
            join.from(value);
            to.place(next);
        }
        to.add(Opcode.Trap, new Payload.OfName(PanicException.UNREACHABLE), Types.VOID);
        return join.value();
    }

    /** Goes on if the pattern fits, and to the label if not. */
    private void test(Pattern pattern, int subject, Type type, int otherwise) {
        switch (pattern) {
            case Pattern.Wildcard _ -> {}
            case Pattern.Binding b -> in.bind(in.typing.localOf(b), subject);
            case Pattern.Literal l -> literal(l.value(), subject, type, otherwise, true);
            case Pattern.Except e -> literal(e.value(), subject, type, otherwise, false);
            case Pattern.Range r -> {
                int from = in.value(r.from(), type);
                goOnIf(to.add(Opcode.GreaterEqual, Types.BOOL, subject, from), otherwise);
                Opcode below = r.isClosed() ? Opcode.LessEqual : Opcode.Less;
                int last = in.value(r.to(), type);
                goOnIf(to.add(below, Types.BOOL, subject, last), otherwise);
            }
            case Pattern.Either e -> either(e, subject, type, otherwise);
            case Pattern.Variant v -> variant(v, subject, (Type.Named) type, otherwise);
        }
    }

    private void goOnIf(int condition, int otherwise) {
        int on = to.newLabel();
        to.branch(condition, on, otherwise);
        to.place(on);
    }

    private void either(Pattern.Either either, int subject, Type type, int otherwise) {
        int on = to.newLabel();
        for (Pattern choice : either.choices()) {
            int next = to.newLabel();
            test(choice, subject, type, next);
            to.jump(on);
            to.place(next);
        }
        to.jump(otherwise);
        to.place(on);
    }

    private void literal(Expr value, int subject, Type type, int otherwise, boolean wanted) {
        int compared = subject;
        Type held = type;
        if (type instanceof Type.Optional optional) {
            int some = to.add(Opcode.Optional_Is_Some, Types.BOOL, subject);
            if (value instanceof Expr.NullLiteral) {
                goOnIf(wanted ? to.add(Opcode.Not, Types.BOOL, some) : some, otherwise);
                return;
            }
            goOnIf(some, otherwise);
            held = optional.value();
            compared = to.add(Opcode.Optional_Unwrap, held, subject);
        }
        int other = in.value(value, held);
        Opcode opcode = wanted ? Opcode.Equal : Opcode.NotEqual;
        goOnIf(to.add(opcode, Types.BOOL, compared, other), otherwise);
    }

    private void variant(Pattern.Variant pattern, int subject, Type.Named type, int otherwise) {
        if (type.kind() != Type.Named.Kind.UNION) {
            goOnIf(to.add(Opcode.Equal, Types.BOOL, subject, constant(pattern, type)), otherwise);
            return;
        }
        String name = pattern.variant();
        goOnIf(
                to.add(Opcode.Union_Tag_Check, new Payload.OfName(name), Types.BOOL, subject),
                otherwise);
        TypeTable.Variant variant = Objects.requireNonNull(in.table().of(type).variant(name));
        for (Pattern.FieldBinding binding : pattern.fields()) {
            for (TypeTable.Field field : variant.fields()) {
                if (field.name().equals(binding.field())) {
                    var payload = new Payload.OfName(name + "." + field.name());
                    int value =
                            to.add(Opcode.Union_Payload_Extract, payload, field.type(), subject);
                    in.bind(in.typing.localOf(binding), value);
                }
            }
        }
    }

    private int constant(Pattern.Variant pattern, Type.Named type) {
        if (type.kind() == Type.Named.Kind.ERRORS) {
            String set = pattern.type() == null ? type.name() : pattern.type();
            var payload = new Payload.OfName(set + "." + pattern.variant());
            return to.add(Opcode.Constant, payload, type);
        }
        return in.variant(type, pattern.variant());
    }
}
