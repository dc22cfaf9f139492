package dev.stint.language.internal.check;

import dev.stint.language.internal.syntax.Reports;
import dev.stint.language.internal.tree.Block;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Param;
import dev.stint.language.internal.tree.Span;
import dev.stint.language.internal.tree.Stmt;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.Types;
import dev.stint.language.profile.LanguageProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks closures and what starts and awaits tasks. */
abstract class TaskChecker extends CallChecker {
    TaskChecker(Reports reports, Typing typing, ModuleScope here) {
        super(reports, typing, here);
    }

    abstract boolean checkBody(Block body);

    @Override
    final Type concurrent(Expr expr) {
        return switch (expr) {
            case Expr.Spawn spawn -> spawn(spawn);
            case Expr.SpawnBlock spawn -> spawnBlock(spawn);
            case Expr.Await await -> await(await);
            default -> throw new IllegalArgumentException("not concurrent: " + expr.span());
        };
    }

    // ---- spawn

    private Type spawn(Expr.Spawn spawn) {
        ensureInNursery(spawn.word(), spawn.span());
        ensureRight(spawn.right(), spawn.span());
        Expr.Call call = spawn.call();
        Type result = Types.UNKNOWN;
        if (called(call.callee()) instanceof Symbol.OfFunction function) {
            typing.name(call.callee(), function);
            Signature signature = resultKnown(function.signature(), call.callee().span());
            result = function(call, signature, true);
            for (int i = 0; i < Math.min(call.arguments().size(), signature.params().size()); i++) {
                ensureSendable(
                        signature.params().get(i), call.arguments().get(i).span(), "an argument");
            }
            ensureSendable(bareResult(result), call.span(), "the result");
        } else {
            check(call, null);
            reports.error(
                    "S0002",
                    call.callee().span(),
                    "a task runs a function of the script, or a block",
                    "write spawn do ... end around it");
        }
        typing.type(call, result);
        noteErrors(result);
        return new Type.Task(result);
    }

    private @Nullable Symbol called(Expr callee) {
        return switch (callee) {
            case Expr.Name name -> lookUpFunction(name);
            case Expr.Field field -> foreign(field);
            default -> null;
        };
    }

    private static Type bareResult(Type result) {
        return result instanceof Type.Fallible fallible ? fallible.value() : result;
    }

    private void noteErrors(Type result) {
        Stmt.Nursery nursery = frame().nurseries.peek();
        if (nursery != null && result instanceof Type.Fallible fallible) {
            typing.errorsOf(nursery).add(fallible.errors());
        }
    }

    private Type spawnBlock(Expr.SpawnBlock spawn) {
        ensureInNursery("spawn", spawn.span());
        ensureRight(spawn.right(), spawn.span());
        var inner = new Frame(Frame.Kind.SPAWNED, "the spawned block", frame(), spawn, true, null);
        Type result = body(inner, List.of(), List.of(), spawn.body());
        typing.capture(spawn, List.copyOf(inner.captured));
        ensureSendable(result, spawn.span(), "the result");
        return new Type.Task(result);
    }

    private void ensureInNursery(String word, Span at) {
        if (frame().nurseries.isEmpty()) {
            reports.error(
                    "N1001",
                    at,
                    "NurseryNotActive: '%s' outside of a nursery of '%s'"
                            .formatted(word, frame().name),
                    "write a nursery around it: nursery do ... end",
                    "a nursery of a caller does not count: a task belongs where it is started");
        } else if (frame().defers > 0) {
            reports.error(
                    "N1103",
                    at,
                    "'" + word + "' in a 'defer': the nursery is closed by then",
                    "open a nursery of its own inside of the 'defer'");
        }
    }

    /** In profile sovereign a right is named with the task or with its nursery. */
    private void ensureRight(@Nullable Expr right, Span at) {
        if (right != null) {
            checkFits(right, Types.CAP_SPAWN, "the right to start a task");
            return;
        }
        Stmt.Nursery nursery = frame().nurseries.peek();
        boolean given = nursery != null && nursery.right() != null;
        if (profile() == LanguageProfile.SOVEREIGN && !given) {
            reports.error(
                    "S0101",
                    at,
                    "NoSpawnCapability: in profile ':sovereign' no task is started without a right",
                    "write nursery with cap do ... end, or spawn with cap f(x)",
                    "cap is a parameter of type CapSpawn; main(caps: Capabilities) has caps.spawn");
        }
    }

    // ---- await

    private Type await(Expr.Await await) {
        if (!maySuspend()) {
            reports.error(
                    "N1002",
                    await.span(),
                    "'await' in '%s', which is not async".formatted(frame().name),
                    "write 'async' before its 'func'");
        }
        if (await.task() instanceof Expr.Call call && !isTaskCall(call)) {
            return typing.typeOf(call);
        }
        Type task = typing.typeOf(await.task());
        if (!(await.task() instanceof Expr.Call)) {
            task = check(await.task(), null);
        }
        if (task instanceof Type.Task handle) {
            return handle.value();
        }
        if (!task.equals(Types.UNKNOWN)) {
            reports.error(
                    "S0004",
                    await.span(),
                    "a value of type '" + task + "' cannot be awaited",
                    "await a task, from let t = spawn f(x), or a call");
        }
        return Types.UNKNOWN;
    }

    /** Checks a call that is awaited; true if what it gives is a task. */
    private boolean isTaskCall(Expr.Call call) {
        return check(call, null) instanceof Type.Task;
    }

    // ---- closures

    @Override
    final Type closure(Expr.Closure closure, @Nullable Type wanted) {
        Type.Function hint = bare(wanted) instanceof Type.Function function ? function : null;
        List<Type> params = new ArrayList<>();
        for (int i = 0; i < closure.params().size(); i++) {
            params.add(param(closure.params().get(i), hint, i));
        }
        Type result =
                closure.result() != null
                        ? types.resolve(closure.result())
                        : hint != null ? hint.result() : null;
        var inner =
                new Frame(
                        Frame.Kind.CLOSURE,
                        "the closure",
                        isInFunction() ? frame() : null,
                        closure,
                        false,
                        result);
        Type found = body(inner, closure.params(), params, closure.body());
        typing.capture(closure, List.copyOf(inner.captured));
        return new Type.Function(params, found);
    }

    private Type param(Param param, Type.@Nullable Function hint, int index) {
        if (param.type() != null) {
            return types.element(param.type());
        }
        if (hint != null && index < hint.params().size()) {
            return hint.params().get(index);
        }
        reports.error(
                "S0006",
                param.span(),
                "nothing here tells the type of '" + param.name() + "'",
                "write func(" + param.name() + ": i64) -> i64 do ... end");
        return Types.UNKNOWN;
    }

    /** Checks a body in a frame of its own; returns its result. */
    final Type body(Frame inner, List<Param> params, List<Type> types, Block body) {
        Frame outer = swapFrame(inner);
        for (int i = 0; i < params.size(); i++) {
            Param param = params.get(i);
            declare(param, param.name(), types.get(i), false, param.span());
        }
        boolean completes = checkBody(body);
        Type result = Objects.requireNonNullElseGet(inner.result, () -> inferred(inner));
        if (completes && !isVoid(result)) {
            reports.error(
                    "S0010",
                    body.end(),
                    "'%s' ends here without its result of type '%s'".formatted(inner.name, result),
                    "write return ... on every path");
        }
        swapFrame(outer);
        return result;
    }

    private Type inferred(Frame inner) {
        Type result = inner.returned.isEmpty() ? Types.VOID : inner.returned.getFirst();
        for (Type type : inner.returned) {
            Type joined = common(result, type);
            result = joined == null ? Types.UNKNOWN : joined;
        }
        return result;
    }

    static boolean isVoid(Type result) {
        return switch (result) {
            case Type.Fallible f -> isVoid(f.value());
            default ->
                    result.equals(Types.VOID)
                            || result.equals(Types.UNKNOWN)
                            || result.equals(Types.NEVER);
        };
    }
}
