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
    private int done;
    private int limit;
    private boolean isArmed; // there may be something in the variable

    Till(CodeBuilder code, Money money) {
        this.code = code;
        this.money = money;
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

    void begin(Flow.Block block) {
        isArmed = money.isArmed(block);
    }

    boolean isLoud(Node node) {
        return money.isLoud(node);
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
            ops((int) cost.ops());
        }
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
        if (money.isCounting()) {
            book();
            forget();
        }
    }

    private void book() {
        code.iload(done).invokestatic(Names.TOLL, "book", MethodTypeDesc.of(Names.VOID, Names.INT));
    }

    private void forget() {
        code.iconst_0().istore(done).iconst_0().istore(limit);
    }
}
