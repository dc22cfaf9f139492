package dev.stint.language.internal.lower;

import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.tree.Block;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Stmt;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.Types;
import org.jspecify.annotations.Nullable;

/**
 * Lowers what has an end of its own: {@code defer}, {@code using}, {@code nursery}. Each way out
 * has the code of the end in it; a clean-up region has it once more, for when something is thrown.
 */
final class Cleanups {
    private final StmtLowering in;
    private final GraphBuilder to;

    Cleanups(StmtLowering in) {
        this.in = in;
        this.to = in.to;
    }

    // ---- defer

    void defer(Stmt.Defer defer) {
        Block block = defer.block();
        Expr call = defer.call();
        if (block != null) {
            open(() -> in.block(block));
        } else if (call instanceof Expr.Call c) {
            open(deferredCall(c));
        }
    }

    /** The arguments are evaluated now, the call is made at the end. */
    private Runnable deferredCall(Expr.Call call) {
        int line = to.line();
        in.prepare(call);
        return () -> {
            to.line(line);
            in.lower(call);
        };
    }

    /** From here on the code is run when the block ends, however it does. */
    private void open(Runnable code) {
        var after = bodyOfNursery();
        int next = to.newLabel();
        int cleanup = to.newLabel();
        var shields = new Payload.OfBool(true);
        if (after == null) {
            to.add(Opcode.Cleanup_Begin, shields, Types.VOID, next, cleanup);
        } else {
            to.add(Opcode.Cleanup_Begin, shields, Types.VOID, next, cleanup, after.begin);
        }
        to.place(cleanup);
        code.run();
        to.add(Opcode.Cleanup_Resume, Types.VOID);
        to.place(next);
        in.openRegion(new Region.Deferred(code, after));
    }

    /** The nursery whose body this is; null in a block inside of it, or outside of all. */
    private Region.@Nullable OfNursery bodyOfNursery() {
        for (Region region : in.openRegions().reversed()) {
            if (region instanceof Region.OfNursery nursery) {
                return nursery.blocks == in.blocks() ? nursery : null;
            }
        }
        return null;
    }

    // ---- using

    void using(Stmt.Using using) {
        int value = in.kept(using.value(), in.typing.localOf(using).type(), false);
        int held = to.add(Opcode.Using_Begin, in.typing.localOf(using).type(), value);
        in.bind(in.typing.localOf(using), held);
        int depth = in.depth();
        open(() -> to.add(Opcode.Using_End, Types.VOID, held));
        in.block(using.body());
        in.closeTo(depth);
    }

    // ---- nursery

    /**
     * <pre>
     *        Nursery_Begin, and a guard around the body
     * body:  ...; Nursery_End; what was deferred; the end of the guard; error -> failed, else after
     * cut:   Nursery_End, after something was thrown; error -> failed, else after
     * failed: the handler, or the error of the function, or the end of the task
     * after:
     * </pre>
     */
    void nursery(Stmt.Nursery stmt) {
        String errors = in.typing.errorSetOf(stmt);
        Type errorType = Type.errors(errors);
        Expr right = stmt.right();
        int[] inputs = right == null ? new int[0] : new int[] {in.lower(right)};
        int slot = to.add(Opcode.Alloca, new Payload.OfText("failed"), new Type.Slot(errorType));
        int begin = to.add(Opcode.Nursery_Begin, Types.NURSERY, inputs);
        int body = to.newLabel();
        int cut = to.newLabel();
        int failed = to.newLabel();
        int after = to.newLabel();
        to.add(Opcode.Cleanup_Begin, Types.VOID, body, cut, begin);
        var region = new Region.OfNursery(begin, failed, slot, errors, in.blocks());
        to.place(cut);
        branch(region, in.endNursery(region, true), after);
        to.place(body);
        if (in.typing.hasLocal(stmt)) {
            in.bind(in.typing.localOf(stmt), begin);
        }
        int depth = in.depth();
        in.openRegion(region);
        stmt.body().statements().forEach(in::statement);
        in.endBody(region, depth, after);
        to.place(failed);
        handle(stmt, slot, errorType);
        to.place(after);
    }

    private void branch(Region.OfNursery region, int outcome, int after) {
        int bad = to.newLabel();
        to.branch(to.add(Opcode.Error_Union_Is_Error, Types.BOOL, outcome), bad, after);
        to.place(bad);
        in.raise(region, outcome);
    }

    private void handle(Stmt.Nursery stmt, int slot, Type errorType) {
        Block handler = stmt.handler();
        int error = to.add(Opcode.Load, errorType, slot);
        if (handler != null) {
            if (in.typing.hasLocal(handler)) {
                in.bind(in.typing.localOf(handler), error);
            }
            in.block(handler);
        } else if (in.typing.isPropagating(stmt)) {
            in.failWith(error);
        } else {
            var outcome = new Type.Fallible(Types.VOID, ((Type.Named) errorType).name());
            int wrapped = to.add(Opcode.Error_Fail_Construct, outcome, error);
            to.add(Opcode.Error_Union_Unwrap, Types.VOID, wrapped); // fails the task
        }
    }
}
