package dev.stint.language.internal.lower;

import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Stmt;
import dev.stint.language.internal.type.PanicException;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.Types;
import java.util.List;
import java.util.Objects;

/** Lowers a select: its cases are added, one is waited for, and its block is run. */
final class Selects {
    private final StmtLowering in;
    private final GraphBuilder to;

    Selects(StmtLowering in) {
        this.in = in;
        this.to = in.to;
    }

    void select(Stmt.Select select) {
        int begun = to.add(Opcode.Select_Begin, Types.SELECT);
        select.cases().forEach(one -> add(one, begun));
        to.check();
        int chosen = to.add(Opcode.Select_Wait, Types.I64, begun);
        int end = to.newLabel();
        List<Stmt.Case> cases = select.cases();
        for (int i = 0; i < cases.size(); i++) {
            int here = to.newLabel();
            int next = to.newLabel();
            int is = to.add(Opcode.Equal, Types.BOOL, chosen, to.integer(i, Types.I64));
            to.branch(is, here, next);
            to.place(here);
            run(cases.get(i), begun);
            to.jump(end);
            to.place(next);
        }
        to.add(Opcode.Trap, new Payload.OfName(PanicException.UNREACHABLE), Types.VOID);
        to.place(end);
    }

    private void add(Stmt.Case one, int begun) {
        switch (one.kind()) {
            case RECEIVE -> to.add(Opcode.Select_Add_Recv, Types.VOID, begun, channel(one));
            case SEND -> {
                Type carried = carried(one);
                int channel = channel(one);
                Expr value = Objects.requireNonNull(one.value());
                int sent = in.transferred(in.value(value, carried), carried);
                to.add(Opcode.Select_Add_Send, Types.VOID, begun, channel, sent);
            }
            case TIMEOUT -> {
                int after = in.value(Objects.requireNonNull(one.value()), Types.I64);
                to.add(Opcode.Select_Add_Timeout, Types.VOID, begun, after);
            }
            case DEFAULT -> to.add(Opcode.Select_Add_Default, Types.VOID, begun);
        }
    }

    private int channel(Stmt.Case one) {
        return in.lower(Objects.requireNonNull(one.channel()));
    }

    private Type carried(Stmt.Case one) {
        Expr channel = Objects.requireNonNull(one.channel());
        return ((Type.Channel) in.typing.typeOf(channel)).value();
    }

    private void run(Stmt.Case one, int begun) {
        if (in.typing.hasLocal(one)) {
            int value = to.add(Opcode.Select_Get_Value, carried(one), begun);
            in.bind(in.typing.localOf(one), value);
        }
        to.add(Opcode.Select_End, Types.VOID, begun);
        in.block(one.body());
    }
}
