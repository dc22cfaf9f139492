package dev.stint.language.internal.lower;

import dev.stint.language.internal.check.Signature;
import dev.stint.language.internal.check.Symbol;
import dev.stint.language.internal.check.Typing;
import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Node;
import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.qtjir.Program;
import dev.stint.language.internal.qtjir.Tenancy;
import dev.stint.language.internal.qtjir.Verifier;
import dev.stint.language.internal.syntax.Source;
import dev.stint.language.internal.tree.Block;
import dev.stint.language.internal.tree.Decl;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Param;
import dev.stint.language.internal.tree.Stmt;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.Types;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Makes graphs of a checked script: one for each function, closure, spawned block and test. */
public final class Lowering extends StmtLowering {
    /** Before the title of a test. */
    public static final String TEST = "test:";

    private Lowering(
            Typing typing, Source source, List<Graph> graphs, String graphName, Type result) {
        super(typing, source, graphs, graphName, result);
    }

    /** Lowers a script that was checked without errors. */
    public static Program lower(Typing typing, Source source) {
        List<Graph> graphs = new ArrayList<>();
        for (Signature signature : typing.functions()) {
            var lowering =
                    new Lowering(typing, source, graphs, signature.name(), signature.result());
            graphs.add(
                    lowering.graph(
                            signature.decl().params(), signature.type(), signature.decl().body()));
        }
        Set<String> titles = new HashSet<>();
        for (Decl decl : typing.script().decls()) {
            if (decl instanceof Decl.Test test) {
                String name = TEST + test.title();
                for (int i = 2; !titles.add(name); i++) {
                    name = TEST + test.title() + " " + i;
                }
                var lowering = new Lowering(typing, source, graphs, name, Types.VOID);
                graphs.add(
                        lowering.graph(
                                List.of(), new Type.Function(List.of(), Types.VOID), test.body()));
            }
        }
        return Verifier.ensureValid(
                new Program(typing.table(), withTenancies(graphs)), "the lowering");
    }

    /** What is spawned somewhere runs as a task of its own. */
    private static List<Graph> withTenancies(List<Graph> graphs) {
        Set<String> spawned = new HashSet<>();
        for (Graph graph : graphs) {
            for (Node node : graph.nodes()) {
                switch (node.opcode()) {
                    case Spawn, Spawn_With, Async_Call, Task_Create -> spawned.add(node.name());
                    default -> {}
                }
            }
        }
        return graphs.stream()
                .map(g -> spawned.contains(g.name()) ? g.withTenancy(Tenancy.CPU_Parallel) : g)
                .toList();
    }

    private Graph graph(List<Param> params, Type.Function type, Block body) {
        return graph(params, type, body, List.of());
    }

    private Graph graph(
            List<Param> params, Type.Function type, Block body, List<Symbol.Local> captured) {
        at(body);
        List<Graph.Param> named = new ArrayList<>();
        for (int i = 0; i < params.size(); i++) {
            Type paramType = type.params().get(i);
            named.add(new Graph.Param(params.get(i).name(), paramType));
            bind(
                    typing.localOf(params.get(i)),
                    to.add(Opcode.Argument, new Payload.OfInt(i), paramType));
        }
        List<Type> captures = new ArrayList<>();
        for (int i = 0; i < captured.size(); i++) {
            Symbol.Local local = captured.get(i);
            Type held = local.isMutable() ? new Type.Slot(local.type()) : local.type();
            captures.add(held);
            bindPlace(local, to.add(Opcode.Closure_Env_Load, new Payload.OfInt(i), held));
        }
        block(body);
        if (to.isOpen() && isVoid()) {
            giveBack(() -> succeeded(0, (Type.Fallible) result));
        }
        return to.finish(graphName, named, captures, result);
    }

    private boolean isVoid() {
        return result.equals(Types.VOID)
                || (result instanceof Type.Fallible f && f.value().equals(Types.VOID));
    }

    @Override
    Graph inner(String name, List<Param> params, Type.Function type, Block body, Expr by) {
        var lowering = new Lowering(typing, source, graphs, name, type.result());
        return lowering.graph(params, type, body, typing.capturesOf(by));
    }

    @Override
    int global(Symbol.Local local) {
        for (Decl decl : typing.decls()) {
            if (decl instanceof Decl.Global global && typing.localOf(global.let()) == local) {
                return value(global.let().value(), local.type());
            }
        }
        throw new IllegalStateException("no global " + local);
    }

    @Override
    int match(Expr.Match match, Type type) {
        return new Matches(this).match(match, type);
    }

    @Override
    void select(Stmt.Select select) {
        new Selects(this).select(select);
    }
}
