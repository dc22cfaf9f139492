package dev.stint.language.internal.lower;

import dev.stint.language.internal.check.Symbol;
import dev.stint.language.internal.check.Typing;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.syntax.Source;
import dev.stint.language.internal.tree.Block;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Stmt;
import dev.stint.language.internal.type.StdTable;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntSupplier;

/** Lowers statements, and ends what is open on every way out. */
abstract class StmtLowering extends CallLowering {
    final Type result;
    private List<Region> open = new ArrayList<>();
    private int blocks;

    StmtLowering(Typing typing, Source source, List<Graph> graphs, String graphName, Type result) {
        super(typing, source, graphs, graphName);
        this.result = result;
    }

    abstract void select(Stmt.Select select);

    // ---- blocks

    final void block(Block block) {
        int depth = open.size();
        blocks++;
        block.statements().forEach(this::statement);
        closeTo(depth);
        blocks--;
    }

    /** How many blocks are open around this place. */
    final int blocks() {
        return blocks;
    }

    @Override
    final int valueOfBlock(Block block, Type wanted) {
        if (wanted.equals(Types.VOID)) {
            block(block);
            return 0;
        }
        int depth = open.size();
        blocks++;
        List<Stmt> statements = block.statements();
        boolean hasLast = !statements.isEmpty() && statements.getLast() instanceof Stmt.Evaluate;
        List<Stmt> first = hasLast ? statements.subList(0, statements.size() - 1) : statements;
        first.forEach(this::statement);
        int value =
                hasLast ? kept(((Stmt.Evaluate) statements.getLast()).value(), wanted, false) : 0;
        closeTo(depth);
        blocks--;
        return value;
    }

    final void openRegion(Region region) {
        open.add(region);
    }

    /** The end of a block that is reached: its clean-ups are run, the last first. */
    final void closeTo(int depth) {
        while (open.size() > depth) {
            Region top = open.removeLast();
            if (top instanceof Region.Deferred deferred && to.isOpen()) {
                to.add(Opcode.Cleanup_End, Types.VOID);
                deferred.code().run();
            }
        }
    }

    final int depth() {
        return open.size();
    }

    /** Leaves all regions above this depth, on a way out of the middle. */
    final void leaveTo(int depth, boolean cancels) {
        List<Region> all = open;
        while (open.size() > depth && to.isOpen()) {
            leaveOne(cancels);
        }
        open = all;
    }

    private void leaveOne(boolean cancels) {
        Region top = open.getLast();
        switch (top) {
            case Region.Loop _ -> open = withoutLast(1);
            case Region.Deferred deferred -> {
                Region.OfNursery nursery = deferred.after();
                if (nursery == null) {
                    open = withoutLast(1);
                    to.add(Opcode.Cleanup_End, Types.VOID);
                    deferred.code().run();
                } else {
                    leaveNursery(nursery, cancels);
                }
            }
            case Region.OfNursery nursery -> leaveNursery(nursery, cancels);
        }
    }

    private List<Region> withoutLast(int count) {
        return new ArrayList<>(open.subList(0, open.size() - count));
    }

    /** Ends a nursery, then what was deferred in its body. Its error goes before the way out. */
    private void leaveNursery(Region.OfNursery nursery, boolean cancels) {
        if (cancels) {
            to.add(Opcode.Nursery_Cancel, Types.VOID, nursery.begin);
        }
        int at = open.lastIndexOf(nursery);
        List<Region> deferred = new ArrayList<>(open.subList(at + 1, open.size()));
        open = withoutLast(open.size() - at);
        int outcome = endNursery(nursery, false);
        for (Region region : deferred.reversed()) {
            to.add(Opcode.Cleanup_End, Types.VOID);
            ((Region.Deferred) region).code().run();
        }
        to.add(Opcode.Cleanup_End, Types.VOID); // the guard around the nursery
        if (!cancels) {
            int bad = to.newLabel();
            int good = to.newLabel();
            to.branch(to.add(Opcode.Error_Union_Is_Error, Types.BOOL, outcome), bad, good);
            to.place(bad);
            raise(nursery, outcome);
            to.place(good);
        }
    }

    final int endNursery(Region.OfNursery nursery, boolean afterThrow) {
        return to.add(
                Opcode.Nursery_End,
                afterThrow ? new Payload.OfBool(true) : Payload.NONE,
                new Type.Fallible(Types.VOID, nursery.errors),
                nursery.begin);
    }

    /** Goes to where the error of a nursery is dealt with. */
    final void raise(Region.OfNursery nursery, int outcome) {
        Type errors = Type.errors(nursery.errors);
        int error = to.add(Opcode.Error_Union_Get_Error, errors, outcome);
        to.add(Opcode.Store, Types.VOID, nursery.errorSlot, error);
        to.jump(nursery.onError);
    }

    @Override
    final int innermostNursery() {
        for (Region region : open.reversed()) {
            if (region instanceof Region.OfNursery nursery) {
                return nursery.begin;
            }
        }
        throw new IllegalStateException("no nursery is open");
    }

    /** The end of the body of a nursery. */
    final void endBody(Region.OfNursery nursery, int depth, int after) {
        if (to.isOpen()) {
            leaveNursery(nursery, false);
            to.jump(after);
        }
        open = new ArrayList<>(open.subList(0, depth));
    }

    final List<Region> openRegions() {
        return open;
    }

    // ---- results

    final void giveBack(IntSupplier value) {
        int given = result.equals(Types.VOID) ? -1 : value.getAsInt();
        leaveTo(0, false);
        if (to.isOpen()) {
            if (given < 0) {
                to.add(Opcode.Return, Types.VOID);
            } else {
                to.add(Opcode.Return, Types.VOID, given);
            }
        }
    }

    @Override
    final void failWith(int error) {
        int failed = to.add(Opcode.Error_Fail_Construct, result, error);
        leaveTo(0, true);
        if (to.isOpen()) {
            to.add(Opcode.Return, Types.VOID, failed);
        }
    }

    // ---- statements

    final void statement(Stmt stmt) {
        at(stmt);
        switch (stmt) {
            case Stmt.Let let ->
                    bind(
                            typing.localOf(let),
                            kept(let.value(), typing.localOf(let).type(), let.isMutable()));
            case Stmt.Assign assign -> assign(assign);
            case Stmt.Evaluate evaluate -> evaluate(evaluate);
            case Stmt.Return r -> giveBack(r);
            case Stmt.Fail fail -> failWith(lower(fail.error()));
            case Stmt.Break _ -> jump(true);
            case Stmt.Continue _ -> jump(false);
            case Stmt.If i -> branches(i);
            case Stmt.While w -> loop(w);
            case Stmt.For f -> new Loops(this).each(f);
            case Stmt.Defer d -> new Cleanups(this).defer(d);
            case Stmt.Using u -> new Cleanups(this).using(u);
            case Stmt.Nursery n -> new Cleanups(this).nursery(n);
            case Stmt.Select s -> select(s);
            case Stmt.Yield _ -> to.add(Opcode.Yield, Types.VOID);
            case Stmt.Nested n -> block(n.block());
            case Stmt.Bad _ -> throw new IllegalStateException("a bad tree is not lowered");
        }
    }

    private void evaluate(Stmt.Evaluate evaluate) {
        if (typing.isResult(evaluate)) {
            giveBack(() -> kept(evaluate.value(), result, false));
        } else {
            lower(evaluate.value());
        }
    }

    private void giveBack(Stmt.Return r) {
        giveBack(
                () -> {
                    Expr value = r.value();
                    if (value != null) {
                        return kept(value, result, false);
                    }
                    return succeeded(0, (Type.Fallible) result);
                });
        if (r.value() != null && result.equals(Types.VOID)) {
            lower(r.value());
        }
    }

    private void assign(Stmt.Assign assign) {
        Type type = typing.typeOf(assign.target());
        switch (assign.target()) {
            case Expr.Name name -> {
                var local = (Symbol.Local) Objects.requireNonNull(typing.symbolOf(name));
                int value = newValue(assign, () -> read(local), type);
                to.add(Opcode.Store, Types.VOID, placeOf(local), value);
            }
            case Expr.Field field -> {
                int target = lower(field.target());
                var name = new Payload.OfName(field.name());
                int value =
                        newValue(
                                assign,
                                () -> to.add(Opcode.Field_Access, name, type, target),
                                type);
                to.add(Opcode.Field_Store, name, Types.VOID, target, value);
            }
            case Expr.Index index -> {
                int target = lower(index.target());
                int place = lower(index.index());
                Type of = typing.typeOf(index.target());
                int value = newValue(assign, () -> element(of, type, target, place), type);
                if (of instanceof Type.Standard) {
                    standard(StdTable.LIST + ".set", Types.VOID, target, place, value);
                } else {
                    to.add(Opcode.Index_Store, Types.VOID, target, place, value);
                }
            }
            default -> throw new IllegalStateException("nothing to assign to");
        }
    }

    private int newValue(Stmt.Assign assign, IntSupplier before, Type type) {
        if (assign.op() == null) {
            return kept(assign.value(), type, true);
        }
        return operation(assign.op(), before.getAsInt(), assign.target(), assign.value());
    }

    // ---- branches and loops

    private void branches(Stmt.If i) {
        int end = to.newLabel();
        for (Stmt.Branch branch : i.branches()) {
            int then = to.newLabel();
            int next = to.newLabel();
            to.branch(lower(branch.condition()), then, next);
            to.place(then);
            block(branch.body());
            to.jump(end);
            to.place(next);
        }
        if (i.otherwise() != null) {
            block(i.otherwise());
        }
        to.place(end);
    }

    private void loop(Stmt.While loop) {
        int unpaid = to.enterLoop();
        int header = to.newLabel();
        int body = to.newLabel();
        int latch = to.newLabel();
        int end = to.newLabel();
        to.place(header);
        to.branch(lower(loop.condition()), body, end);
        to.place(body);
        round(loop.body(), end, latch);
        to.place(latch);
        to.checkAndCharge();
        to.jump(header);
        to.place(end);
        to.leaveLoop(unpaid);
    }

    final void round(Block body, int onBreak, int onContinue) {
        int depth = depth();
        openRegion(new Region.Loop(onBreak, onContinue));
        block(body);
        closeTo(depth);
    }

    private void jump(boolean breaks) {
        for (int i = open.size() - 1; i >= 0; i--) {
            if (open.get(i) instanceof Region.Loop loop) {
                leaveTo(i, false);
                to.jump(breaks ? loop.onBreak() : loop.onContinue());
                return;
            }
        }
        throw new IllegalStateException("no loop is open");
    }
}
