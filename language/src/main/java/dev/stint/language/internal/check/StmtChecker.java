package dev.stint.language.internal.check;

import dev.stint.language.internal.syntax.Reports;
import dev.stint.language.internal.tree.Block;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Span;
import dev.stint.language.internal.tree.Stmt;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks statements. Each says whether what comes after it can be reached. */
abstract class StmtChecker extends TaskChecker {
    StmtChecker(Reports reports, Typing typing, ModuleScope here) {
        super(reports, typing, here);
    }

    // ---- blocks

    /** The body of a function: its last expression is the result, if it has one. */
    @Override
    final boolean checkBody(Block body) {
        Frame frame = frame();
        boolean isInferred = frame.kind == Frame.Kind.CLOSURE || frame.kind == Frame.Kind.SPAWNED;
        boolean givesResult = frame.result == null ? isInferred : !isVoid(frame.result);
        List<Stmt> statements = body.statements();
        boolean hasLast = !statements.isEmpty() && statements.getLast() instanceof Stmt.Evaluate;
        if (!givesResult || !hasLast) {
            return checkAll(statements);
        }
        boolean completes = checkAll(statements.subList(0, statements.size() - 1));
        var last = (Stmt.Evaluate) statements.getLast();
        return result(last) && completes;
    }

    private boolean result(Stmt.Evaluate last) {
        Frame frame = frame();
        Type wanted = frame.result;
        Type type = check(last.value(), wanted);
        if (wanted == null) {
            if (type.equals(Types.VOID) || type.equals(Types.NEVER)) {
                return !type.equals(Types.NEVER);
            }
            if (type instanceof Type.Fallible fallible) {
                unhandled(fallible, last.span());
                return false;
            }
            frame.returned.add(type);
        } else {
            if (type.equals(Types.VOID)) {
                return true; // the missing result is reported at the end
            }
            ensureFits(type, wanted, last.span(), "the result");
        }
        typing.results.add(last);
        return false;
    }

    final boolean checkBlock(Block block) {
        openScope();
        boolean completes = checkAll(block.statements());
        closeScope();
        return completes;
    }

    private boolean checkAll(List<Stmt> statements) {
        boolean completes = true;
        boolean warned = false;
        for (Stmt stmt : statements) {
            if (!completes && !warned) {
                reports.warn("S0011", stmt.span(), "this is never reached");
                warned = true;
            }
            completes &= checkStmt(stmt);
        }
        return completes;
    }

    /** A block whose last expression is its value; never if its end is not reached. */
    @Override
    final Type checkValueBlock(Block block, @Nullable Type wanted, boolean isUsed) {
        openScope();
        List<Stmt> statements = block.statements();
        Type type;
        boolean hasLast = !statements.isEmpty() && statements.getLast() instanceof Stmt.Evaluate;
        if (isUsed && hasLast) {
            boolean completes = checkAll(statements.subList(0, statements.size() - 1));
            Expr last = ((Stmt.Evaluate) statements.getLast()).value();
            type = check(last, wanted);
            if (type instanceof Type.Fallible fallible && !(wanted instanceof Type.Fallible)) {
                unhandled(fallible, last.span());
                type = Types.UNKNOWN;
            }
            type = completes ? type : Types.NEVER;
        } else {
            type = checkAll(statements) ? Types.VOID : Types.NEVER;
        }
        if (isUsed && type.equals(Types.VOID)) {
            reports.error(
                    "S0004",
                    block.span(),
                    "this block has no value, and one is wanted",
                    "end it with an expression");
            type = Types.UNKNOWN;
        }
        closeScope();
        return type;
    }

    // ---- statements

    private boolean checkStmt(Stmt stmt) {
        return switch (stmt) {
            case Stmt.Let let -> let(let);
            case Stmt.Assign assign -> assign(assign);
            case Stmt.Evaluate evaluate -> evaluate(evaluate);
            case Stmt.Return r -> giveBack(r);
            case Stmt.Fail fail -> fail(fail);
            case Stmt.Break b -> jump(b.span(), "break");
            case Stmt.Continue c -> jump(c.span(), "continue");
            case Stmt.If i -> branches(i);
            case Stmt.While w -> loop(w);
            case Stmt.For f -> each(f);
            case Stmt.Defer d -> defer(d);
            case Stmt.Using u -> using(u);
            case Stmt.Nursery n -> nursery(n);
            case Stmt.Select s -> select(s);
            case Stmt.Yield _ -> true;
            case Stmt.Nested n -> checkBlock(n.block());
            case Stmt.Bad _ -> true;
        };
    }

    private boolean let(Stmt.Let let) {
        Type declared = let.type() == null ? null : types.element(let.type());
        Type type = checkValue(let.value(), declared);
        if (declared != null) {
            ensureFits(type, declared, let.value().span(), "this value");
        } else if (type.equals(Types.NULL)) {
            reports.error(
                    "S0006",
                    let.value().span(),
                    "nothing here tells what 'null' is none of",
                    "write the type: let " + let.name() + ": ?i64 = null");
            type = Types.UNKNOWN;
        }
        declare(
                let,
                let.name(),
                declared == null ? type : declared,
                let.isMutable(),
                let.nameSpan());
        return !type.equals(Types.NEVER);
    }

    private boolean assign(Stmt.Assign assign) {
        Type target = check(assign.target(), null);
        ensureMutable(assign.target());
        if (assign.op() == null) {
            Type type = checkValue(assign.value(), target);
            ensureFits(type, target, assign.value().span(), "this value");
            return !type.equals(Types.NEVER);
        }
        var whole =
                new Expr.Binary(
                        assign.op(), assign.target(), assign.value(), assign.span(), assign.span());
        new Operators(this).binary(whole, target);
        return true;
    }

    /** The variable at the root of what is assigned to. Elements of slices are always variable. */
    private void ensureMutable(Expr target) {
        switch (target) {
            case Expr.Name name -> {
                if (typing.symbolOf(name) instanceof Symbol.Local local && !local.isMutable()) {
                    reports.error(
                            "S0012",
                            name.span(),
                            "'" + name.name() + "' was declared by 'let' and cannot change",
                            "declare it by 'var'; parameters are copied first: var own = "
                                    + name.name());
                }
            }
            case Expr.Field field -> {
                boolean isLength = field.name().equals("len");
                if (isLength && !typing.typeOf(field.target()).isKind(Type.Named.Kind.STRUCT)) {
                    reports.error("S0012", field.span(), "a length cannot be assigned");
                }
                ensureMutable(field.target());
            }
            case Expr.Index index -> {
                Type of = typing.typeOf(index.target());
                if (!(of instanceof Type.Slice) && !(of instanceof Type.Standard)) {
                    ensureMutable(index.target());
                }
            }
            default ->
                    reports.error(
                            "S0012",
                            target.span(),
                            "this is a value without a name; what is assigned to it is lost",
                            "give it a name: var x = ...");
        }
    }

    private boolean evaluate(Stmt.Evaluate evaluate) {
        if (evaluate.value() instanceof Expr.Match match) {
            Type type = match(match, null, false);
            typing.type(match, type);
            return !type.equals(Types.NEVER);
        }
        Type type = check(evaluate.value(), null);
        if (type instanceof Type.Fallible fallible) {
            unhandled(fallible, evaluate.span());
        }
        boolean doesSomething =
                switch (evaluate.value()) {
                    case Expr.Call _ -> true;
                    case Expr.Spawn _ -> true;
                    case Expr.SpawnBlock _ -> true;
                    case Expr.Await _ -> true;
                    case Expr.Propagate _ -> true;
                    case Expr.Catch _ -> true;
                    case Expr.Bad _ -> true;
                    default -> false;
                };
        if (!doesSomething && !type.equals(Types.UNKNOWN)) {
            reports.warn(
                    "W0001",
                    evaluate.span(),
                    "this value is not used",
                    "to assign write '=', to give it back write 'return'");
        }
        return !type.equals(Types.NEVER);
    }

    private boolean giveBack(Stmt.Return r) {
        Frame frame = frame();
        if (frame.defers > 0) {
            reports.error("S0013", r.span(), "'return' cannot leave a 'defer'");
        }
        Type wanted = frame.result;
        if (r.value() == null) {
            if (wanted != null && !isVoid(wanted)) {
                reports.error(
                        "S0009",
                        r.span(),
                        "'%s' gives back a '%s'".formatted(frame.name, wanted),
                        "write return and the value");
            }
            if (wanted == null) {
                frame.returned.add(Types.VOID);
            }
            return false;
        }
        Type type = check(r.value(), wanted);
        if (wanted == null) {
            frame.returned.add(type);
        } else if (wanted.equals(Types.VOID) && !type.equals(Types.VOID)) {
            reports.error(
                    "S0009",
                    r.value().span(),
                    "'%s' gives nothing back, and this is a '%s'".formatted(frame.name, type),
                    "declare it: -> " + type);
        } else {
            ensureFits(type, wanted, r.value().span(), "the result");
        }
        return false;
    }

    private boolean fail(Stmt.Fail fail) {
        Frame frame = frame();
        String set = frame.errors();
        Type wanted = set == null ? null : Type.errors(set);
        Type type = checkValue(fail.error(), wanted);
        if (!type.isKind(Type.Named.Kind.ERRORS)) {
            if (!type.equals(Types.UNKNOWN)) {
                reports.error(
                        "S0004",
                        fail.error().span(),
                        "only errors can be failed with, and this is a '" + type + "'",
                        "declare some: error Problem { NotFound }, and write fail"
                                + " Problem.NotFound");
            }
        } else if (set == null || !covers(set, ((Type.Named) type).name())) {
            reports.error(
                    "S0015",
                    fail.span(),
                    "'%s' does not say that it fails with '%s'".formatted(frame.name, type),
                    "declare it: -> %s ! %s"
                            .formatted(frame.result == null ? "void" : bare(frame.result), type));
        }
        if (frame.defers > 0) {
            reports.error("S0013", fail.span(), "'fail' cannot leave a 'defer'");
        }
        return false;
    }

    private boolean jump(Span at, String word) {
        if (frame().loops == 0) {
            reports.error("S0013", at, "'" + word + "' outside of a loop");
        }
        return false;
    }

    private boolean branches(Stmt.If i) {
        boolean completes = i.otherwise() == null;
        for (Stmt.Branch branch : i.branches()) {
            condition(branch.condition());
            completes |= checkBlock(branch.body());
        }
        if (i.otherwise() != null) {
            completes |= checkBlock(i.otherwise());
        }
        return completes;
    }

    private void condition(Expr condition) {
        Type type = checkValue(condition, Types.BOOL);
        if (!fits(type, Types.BOOL)) {
            reports.error(
                    "S0004",
                    condition.span(),
                    "a condition is a bool, not a '" + type + "'",
                    type.isNumber() ? "compare it: ... != 0" : "compare it");
        }
    }

    private boolean loop(Stmt.While loop) {
        condition(loop.condition());
        boolean isEndless = loop.condition() instanceof Expr.BoolLiteral literal && literal.value();
        body(loop.body());
        return !isEndless || Breaks.leaves(loop.body());
    }

    private void body(Block block) {
        frame().loops++;
        checkBlock(block);
        frame().loops--;
    }

    private boolean each(Stmt.For each) {
        Type element = elements(each.in());
        openScope();
        declare(each, each.name(), element, false, each.nameSpan());
        body(each.body());
        closeScope();
        return true;
    }

    private Type elements(Expr in) {
        if (in instanceof Expr.Range range) {
            Type from = checkValue(range.from(), null);
            boolean isLiteral = range.from() instanceof Expr.IntLiteral;
            Type to = checkValue(range.to(), isLiteral ? null : from);
            Type type = isLiteral && to instanceof Type.Int ? to : from;
            if (isLiteral) {
                check(range.from(), type);
            }
            if (!(type instanceof Type.Int) && !type.equals(Types.UNKNOWN)) {
                reports.error(
                        "S0004", range.span(), "a range is of integers, not of '" + type + "'");
                return Types.UNKNOWN;
            }
            ensureFits(to, type, range.to().span(), "the end of the range");
            typing.type(range, type);
            return type;
        }
        Type type = checkValue(in, null);
        if (type instanceof Type.Channel channel) {
            return channel.value();
        }
        return elementOf(type, in.span());
    }

    // ---- clean-up

    private boolean defer(Stmt.Defer defer) {
        Frame frame = frame();
        if (defer.call() != null) {
            Type type = check(defer.call(), null);
            if (type instanceof Type.Fallible fallible) {
                unhandled(fallible, defer.call().span());
            }
            return true;
        }
        frame.defers++;
        int loops = frame.loops;
        frame.loops = 0;
        if (defer.block() != null) {
            checkBlock(defer.block());
        }
        frame.loops = loops;
        frame.defers--;
        return true;
    }

    private boolean using(Stmt.Using using) {
        Type declared = using.type() == null ? null : types.element(using.type());
        Type type = checkValue(using.value(), declared);
        if (declared != null) {
            ensureFits(type, declared, using.value().span(), "this value");
        }
        if (!(type instanceof Type.Channel) && !type.equals(Types.UNKNOWN)) {
            reports.error(
                    "S0005",
                    using.value().span(),
                    "a value of type '" + type + "' has no close()",
                    "'using' is for what is to be closed, as a channel; otherwise write 'let'");
        }
        openScope();
        declare(using, using.name(), type, false, using.nameSpan());
        boolean completes = checkBlock(using.body());
        closeScope();
        return completes;
    }

    // ---- concurrency

    private boolean nursery(Stmt.Nursery nursery) {
        if (nursery.right() != null) {
            checkFits(nursery.right(), Types.CAP_SPAWN, "the right of the nursery");
        }
        openScope();
        if (nursery.handle() != null) {
            declare(nursery, nursery.handle(), Types.NURSERY, false, nursery.span());
        }
        frame().nurseries.push(nursery);
        boolean completes = checkBlock(nursery.body());
        frame().nurseries.pop();
        closeScope();
        List<String> errors = typing.errorsOf(nursery);
        Block handler = nursery.handler();
        if (handler != null) {
            openScope();
            if (nursery.errorName() != null) {
                Type type = Type.errors(typing.errorSetOf(nursery));
                declare(handler, nursery.errorName(), type, false, handler.span());
            }
            boolean handled = checkBlock(handler);
            closeScope();
            return completes || handled;
        }
        String set = frame().errors();
        if (set != null && errors.stream().allMatch(part -> covers(set, part))) {
            typing.propagating.add(nursery);
        } else if (!errors.isEmpty()) {
            reports.warn(
                    "N1104",
                    nursery.span(),
                    "an error of a task in this nursery fails the task around it",
                    "handle it: end catch |e| do ... end",
                    "or declare it in '" + frame().name + "': ! " + typing.errorSetOf(nursery));
        }
        return completes;
    }

    private boolean select(Stmt.Select select) {
        int timeouts = 0;
        int defaults = 0;
        boolean completes = false;
        for (Stmt.Case one : select.cases()) {
            openScope();
            checkCase(one);
            timeouts += one.kind() == Stmt.Case.Kind.TIMEOUT ? 1 : 0;
            defaults += one.kind() == Stmt.Case.Kind.DEFAULT ? 1 : 0;
            if (timeouts > 1 || defaults > 1) {
                reports.error(
                        "S0008", one.span(), "a select has one timeout and one default at most");
            }
            completes |= checkBlock(one.body());
            closeScope();
        }
        if (select.cases().isEmpty()) {
            reports.error("P0015", select.span(), "a select has cases", "write case ch.recv() do");
        }
        return completes;
    }

    private void checkCase(Stmt.Case one) {
        Expr channel = one.channel();
        if (channel == null) {
            if (one.value() != null) {
                checkFits(one.value(), Types.I64, "a timeout, in milliseconds,");
            }
            return;
        }
        Type type = checkValue(channel, null);
        Type value = type instanceof Type.Channel c ? c.value() : Types.UNKNOWN;
        if (!(type instanceof Type.Channel) && !type.equals(Types.UNKNOWN)) {
            reports.error(
                    "S0004",
                    channel.span(),
                    "a case is for a channel, and this is a '" + type + "'");
        }
        if (one.value() != null) {
            checkFits(one.value(), value, "what is sent");
        }
        if (one.binding() != null) {
            declare(one, one.binding(), value, false, one.span());
        }
    }
}
