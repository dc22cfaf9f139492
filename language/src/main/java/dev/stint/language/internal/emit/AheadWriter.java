package dev.stint.language.internal.emit;

import dev.stint.language.internal.qtjir.Flow;
import dev.stint.language.internal.qtjir.Node;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the copy of a loop that counts nothing, before the one that does: it runs as many rounds
 * as can be paid, and what they cost is added when it is left. How many there were, its counter
 * says. There is no call in it, which the JVM's compiler would keep all values in memory for.
 *
 * <pre>
 * first:  stop = how far it can be paid
 *         if (stop &lt;= i) goto slow
 *         start = i
 * again:  if (i &gt;= stop) goto done
 *         ...                              or leave, by way of a piece that adds what it cost
 *         i = i + 1; goto again
 * done:   add what it cost
 *         if (i &gt;= last) goto exit
 * slow:   ...                              one round that counts; then goto first
 * </pre>
 */
final class AheadWriter {
    private final GraphWriter in;
    private final CodeBuilder code;
    private final Till till;
    private PaidAhead.@Nullable Loop open; // while its copy is written
    private Map<Integer, Label> inside = new HashMap<>();
    private Map<Integer, Label> ways = new HashMap<>(); // out of it
    private int start = -1;
    private int stop = -1;

    AheadWriter(GraphWriter in, Till till) {
        this.in = in;
        this.code = in.code;
        this.till = till;
    }

    /** The label of a block, in the copy if that is being written; null if it is not. */
    @Nullable Label label(int node) {
        if (open == null) {
            return null;
        }
        boolean isInside = open.body().get(in.flow.block(node).index());
        return (isInside ? inside : ways).computeIfAbsent(node, _ -> code.newLabel());
    }

    /** False for blocks of which there is no copy, while the copy is written. */
    boolean isWritten(Flow.Block block) {
        return open == null || open.body().get(block.index());
    }

    /** Does in the copy what it does in its own way; true if this was such a node. */
    boolean writesInstead(Node node) {
        return open != null
                && in.flow.block(node.id()) == open.latch()
                && switch (node.opcode()) {
                    case Budget_Check, Budget_Decrement -> true;
                    case Branch -> {
                        code.goto_(label(open.first().first()));
                        yield true;
                    }
                    default -> false;
                };
    }

    /**
     * All of it. What is written next is the loop itself.
     *
     * @param writes one block
     */
    void write(PaidAhead.Loop loop, Consumer<Flow.Block> writes) {
        if (start < 0) {
            start = code.allocateLocal(TypeKind.INT);
            stop = code.allocateLocal(TypeKind.INT);
        }
        Label slow = code.newLabel();
        Label done = code.newLabel();
        int counter = in.local(loop.counter());
        code.iload(counter);
        in.pushInt(loop.last());
        till.pushRoom();
        code.loadConstant(loop.cost())
                .invokestatic(
                        Names.CHECKS,
                        "stop",
                        MethodTypeDesc.of(Names.INT, Names.INT, Names.INT, Names.INT, Names.INT))
                .dup()
                .istore(stop)
                .iload(counter)
                .if_icmple(slow)
                .iload(counter)
                .istore(start);
        inside = new HashMap<>();
        ways = new HashMap<>();
        open = loop;
        Label again = label(loop.first().first());
        code.labelBinding(again).iload(counter).iload(stop).if_icmpge(done);
        Label from = code.newLabel();
        code.labelBinding(from);
        for (Flow.Block block : in.flow.blocks()) {
            if (loop.body().get(block.index())) {
                writes.accept(block);
            }
        }
        Label to = code.newLabel();
        code.labelBinding(to);
        open = null;
        code.labelBinding(done);
        add(loop, counter);
        code.iload(counter);
        in.pushInt(loop.last());
        code.if_icmplt(slow).goto_(in.label(loop.exit()));
        for (var way : ways.entrySet()) {
            code.labelBinding(way.getValue());
            add(loop, counter);
            code.goto_(in.label(way.getKey()));
        }
        Label thrown = code.newLabel();
        code.exceptionCatchAll(from, to, thrown).labelBinding(thrown);
        add(loop, counter);
        code.goto_(in.handlerOfNobody()).labelBinding(slow);
    }

    private void add(PaidAhead.Loop loop, int counter) {
        code.iload(counter).iload(start).isub();
        if (loop.cost() != 1) {
            code.loadConstant(loop.cost()).imul();
        }
        till.add();
    }
}
