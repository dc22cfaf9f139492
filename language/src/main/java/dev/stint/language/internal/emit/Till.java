package dev.stint.language.internal.emit;

import dev.stint.language.internal.qtjir.Flow;
import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Payload;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.MethodTypeDesc;

/**
 * Writes the charges of a function. A loop that counts has two variables: what it has counted since
 * it last booked, and how far it may.
 */
final class Till {
    private static final int SMALLEST = 4; // charges that have a method of their own

    private final CodeBuilder code;
    private final Money money;
    private final boolean isQuiet;
    private final boolean callsQuiet;
    private int done;
    private int limit;
    private boolean isArmed; // there may be something in the variable

    /**
     * @param isQuiet what no loop counts, the run does
     * @param callsQuiet the run may have something to book when a function is back
     */
    Till(CodeBuilder code, Money money, boolean isQuiet, boolean callsQuiet) {
        this.code = code;
        this.money = money;
        this.isQuiet = isQuiet;
        this.callsQuiet = callsQuiet;
    }

    void open() {
        if (money.isCounting()) {
            done = code.allocateLocal(TypeKind.INT);
            limit = code.allocateLocal(TypeKind.INT);
            forget();
        }
    }

    boolean isCounting() {
        return money.isCounting();
    }

    /** Behind a call of a function that counts in the run. */
    void settleRun() {
        if (!isQuiet) {
            code.aload(GraphWriter.RUN)
                    .invokevirtual(Names.RUN, "settle", MethodTypeDesc.of(Names.VOID));
        }
    }

    void begin(Flow.Block block) {
        isArmed = money.isArmed(block);
    }

    boolean isLoud(Node node) {
        return money.isLoud(node);
    }

    /** How much more the loops may count before they ask. */
    void pushRoom() {
        code.iload(limit).iload(done).isub();
    }

    /** Counts what is on the stack. */
    void add() {
        code.iload(done).iadd().istore(done);
    }

    void charge(Node node) {
        var cost = (Payload.OfCost) node.payload();
        if (money.counts(node)) {
            count((int) cost.ops());
            isArmed = true;
        } else if (cost.ops() > Short.MAX_VALUE || cost.bytes() > Integer.MAX_VALUE) {
            settle(false);
            code.loadConstant(cost.ops())
                    .loadConstant(cost.bytes())
                    .lconst_0()
                    .invokestatic(
                            Names.HOOK,
                            "pay",
                            MethodTypeDesc.of(Names.VOID, Names.LONG, Names.LONG, Names.LONG));
        } else if (cost.bytes() > 0) {
            settle(false);
            code.loadConstant((int) cost.ops())
                    .loadConstant((int) cost.bytes())
                    .invokestatic(
                            Names.HOOK,
                            "opsAndBytes",
                            MethodTypeDesc.of(Names.VOID, Names.INT, Names.INT));
        } else {
            settle(false);
            if (isQuiet) {
                countInRun((int) cost.ops());
            } else {
                ops((int) cost.ops());
            }
        }
    }

    private void countInRun(int count) {
        Label isThere = code.newLabel();
        code.aload(GraphWriter.RUN)
                .dup()
                .getfield(Names.RUN, "left", Names.INT)
                .loadConstant(count)
                .isub()
                .dup_x1()
                .putfield(Names.RUN, "left", Names.INT)
                .ifge(isThere)
                .aload(GraphWriter.RUN)
                .loadConstant(count)
                .invokevirtual(Names.RUN, "pay", MethodTypeDesc.of(Names.VOID, Names.INT))
                .labelBinding(isThere);
    }

    private void ops(int count) {
        if (count >= 1 && count <= SMALLEST) {
            code.invokestatic(Names.HOOK, "ops" + count, MethodTypeDesc.of(Names.VOID));
        } else if (count > 0) {
            code.loadConstant(count)
                    .invokestatic(Names.HOOK, "ops", MethodTypeDesc.of(Names.VOID, Names.INT));
        }
    }

    private void count(int count) {
        Label goesOn = code.newLabel();
        code.iinc(done, count).iload(done).iload(limit).if_icmple(goesOn);
        bookRun();
        code.iload(done).loadConstant(count).isub();
        code.iconst_0().istore(done); // first: the next may throw
        code.loadConstant(count)
                .invokestatic(Names.TOLL, "pay", MethodTypeDesc.of(Names.INT, Names.INT, Names.INT))
                .istore(limit);
        code.labelBinding(goesOn);
    }

    /** Only looks whether the task must end or give way. */
    void look() {
        settle(false);
        bookRun();
        code.invokestatic(Names.HOOK, "look", MethodTypeDesc.of(Names.VOID));
    }

    /**
     * Books what is in the variable, if there may be something.
     *
     * @param isLast nobody asks for the variable any more
     */
    void settle(boolean isLast) {
        if (isArmed) {
            book();
            if (!isLast) {
                forget();
            }
            isArmed = false;
        }
    }

    /** Books it where something was thrown. */
    void settleThrown() {
        if (callsQuiet) {
            settleRun();
        }
        if (money.isCounting()) {
            book();
            forget();
        }
    }

    /** Before the loops of a function ask for money that the run may have. */
    private void bookRun() {
        if (isQuiet) {
            code.aload(GraphWriter.RUN)
                    .invokevirtual(Names.RUN, "settle", MethodTypeDesc.of(Names.VOID));
        }
    }

    private void book() {
        code.iload(done).invokestatic(Names.TOLL, "book", MethodTypeDesc.of(Names.VOID, Names.INT));
    }

    private void forget() {
        code.iconst_0().istore(done).iconst_0().istore(limit);
    }
}
