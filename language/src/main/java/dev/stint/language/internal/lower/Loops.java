package dev.stint.language.internal.lower;

import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Stmt;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import dev.stint.language.internal.type.Types;

/** Lowers {@code for}: over a range, over elements, over a channel. */
final class Loops {
    private final StmtLowering in;
    private final GraphBuilder to;

    Loops(StmtLowering in) {
        this.in = in;
        this.to = in.to;
    }

    void each(Stmt.For each) {
        if (each.in() instanceof Expr.Range range) {
            overRange(each, range);
        } else if (in.typing.typeOf(each.in()) instanceof Type.Channel channel) {
            overChannel(each, channel.value());
        } else {
            overElements(each);
        }
    }

    /** Tests before it adds: a range may end at the largest number. */
    private void overRange(Stmt.For each, Expr.Range range) {
        Type type = in.typing.typeOf(range);
        int from = in.value(range.from(), type);
        int last = in.value(range.to(), type);
        int counter = slot(type, from);
        int unpaid = to.enterLoop();
        int body = to.newLabel();
        int latch = to.newLabel();
        int step = to.newLabel();
        int end = to.newLabel();
        to.branch(
                to.add(range.isClosed() ? Opcode.LessEqual : Opcode.Less, Types.BOOL, from, last),
                body,
                end);
        to.place(body);
        in.bind(in.typing.localOf(each), to.add(Opcode.Load, type, counter));
        in.round(each.body(), end, latch);
        to.place(latch);
        int now = to.add(Opcode.Load, type, counter);
        if (range.isClosed()) {
            to.branch(to.add(Opcode.Less, Types.BOOL, now, last), step, end);
            to.place(step);
            to.checkAndCharge();
            advance(counter, now, type);
            to.jump(body);
        } else {
            to.checkAndCharge();
            int next = advance(counter, now, type);
            to.branch(to.add(Opcode.Less, Types.BOOL, next, last), body, end);
        }
        to.place(end);
        to.leaveLoop(unpaid);
    }

    private int slot(Type type, int value) {
        int slot = to.add(Opcode.Alloca, new Payload.OfText("for"), new Type.Slot(type));
        to.add(Opcode.Store, Types.VOID, slot, value);
        return slot;
    }

    private int advance(int counter, int now, Type type) {
        int next = to.add(Opcode.Add, type, now, to.integer(1, type));
        to.add(Opcode.Store, Types.VOID, counter, next);
        return next;
    }

    private void overElements(Stmt.For each) {
        int elements = in.lower(each.in());
        Type type = in.typing.localOf(each).type();
        Type of = in.typing.typeOf(each.in());
        int count = in.fieldOf(elements, of, "len", Types.I64);
        int counter = slot(Types.I64, to.integer(0, Types.I64));
        int unpaid = to.enterLoop();
        int header = to.newLabel();
        int body = to.newLabel();
        int latch = to.newLabel();
        int end = to.newLabel();
        to.place(header);
        int now = to.add(Opcode.Load, Types.I64, counter);
        to.branch(to.add(Opcode.Less, Types.BOOL, now, count), body, end);
        to.place(body);
        int element = in.element(of, type, elements, now);
        if (type.isAggregate()) {
            element = to.add(Opcode.Copy, type, element);
        }
        in.bind(in.typing.localOf(each), element);
        in.round(each.body(), end, latch);
        to.place(latch);
        to.checkAndCharge();
        advance(counter, to.add(Opcode.Load, Types.I64, counter), Types.I64);
        to.jump(header);
        to.place(end);
        to.leaveLoop(unpaid);
    }

    /** Ends when the channel is closed and empty. */
    private void overChannel(Stmt.For each, Type type) {
        int channel = in.lower(each.in());
        int unpaid = to.enterLoop();
        int header = to.newLabel();
        int body = to.newLabel();
        int latch = to.newLabel();
        int end = to.newLabel();
        to.place(header);
        to.check();
        int received =
                to.add(
                        Opcode.Channel_Recv,
                        new Type.Fallible(type, TypeTable.CHANNEL_ERRORS),
                        channel);
        to.branch(to.add(Opcode.Error_Union_Is_Error, Types.BOOL, received), end, body);
        to.place(body);
        in.bind(in.typing.localOf(each), to.add(Opcode.Error_Union_Unwrap, type, received));
        in.round(each.body(), end, latch);
        to.place(latch);
        to.checkAndCharge();
        to.jump(header);
        to.place(end);
        to.leaveLoop(unpaid);
    }
}
