package dev.stint.language.internal.tree;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of a node, and what can be said of a tree without recursion. */
public final class Children {
    private final List<Node> found = new ArrayList<>();

    private Children() {}

    /** The nodes directly below, in the order of the text. */
    public static List<Node> of(Node node) {
        var children = new Children();
        switch (node) {
            case Decl decl -> children.ofDecl(decl);
            case Stmt stmt -> children.ofStmt(stmt);
            case Expr expr -> children.ofExpr(expr);
            case TypeTree type -> children.ofType(type);
            case Pattern pattern -> children.ofPattern(pattern);
            case Node.Part part -> children.ofPart(part);
        }
        return children.found;
    }

    /** The first node found that is deeper than this; null if none is. */
    public static @Nullable Node deeperThan(Node root, int limit) {
        record Level(Node node, int depth) {}
        Deque<Level> open = new ArrayDeque<>();
        open.push(new Level(root, 1));
        while (!open.isEmpty()) {
            Level level = open.pop();
            if (level.depth() > limit) {
                return level.node();
            }
            for (Node child : of(level.node())) {
                open.push(new Level(child, level.depth() + 1));
            }
        }
        return null;
    }

    private void add(@Nullable Node... nodes) {
        for (Node node : nodes) {
            if (node != null) {
                found.add(node);
            }
        }
    }

    private void addAll(Collection<? extends Node> nodes) {
        found.addAll(nodes);
    }

    private void ofDecl(Decl decl) {
        switch (decl) {
            case Decl.Function f -> {
                addAll(f.params());
                add(f.result(), f.body());
            }
            case Decl.Struct s -> addAll(s.fields());
            case Decl.Enumeration e -> addAll(e.variants());
            case Decl.Union u -> addAll(u.variants());
            case Decl.Errors e -> addAll(e.variants());
            case Decl.Test t -> add(t.body());
            case Decl.Import _ -> {}
            case Decl.Global g -> add(g.let());
        }
    }

    private void ofStmt(Stmt stmt) {
        switch (stmt) {
            case Stmt.Let l -> add(l.type(), l.value());
            case Stmt.Assign a -> add(a.target(), a.value());
            case Stmt.Evaluate e -> add(e.value());
            case Stmt.Return r -> add(r.value());
            case Stmt.Fail f -> add(f.error());
            case Stmt.If i -> {
                addAll(i.branches());
                add(i.otherwise());
            }
            case Stmt.While w -> add(w.condition(), w.body());
            case Stmt.For f -> add(f.in(), f.body());
            case Stmt.Defer d -> add(d.call(), d.block());
            case Stmt.Using u -> add(u.type(), u.value(), u.body());
            case Stmt.Nursery n -> add(n.right(), n.body(), n.handler());
            case Stmt.Select s -> addAll(s.cases());
            case Stmt.Nested n -> add(n.block());
            case Stmt.Break _ -> {}
            case Stmt.Continue _ -> {}
            case Stmt.Yield _ -> {}
            case Stmt.Bad _ -> {}
        }
    }

    private void ofExpr(Expr expr) {
        switch (expr) {
            case Expr.Interpolation i -> addAll(i.parts());
            case Expr.TypeName t -> add(t.type());
            case Expr.Field f -> add(f.target());
            case Expr.Call c -> {
                add(c.callee());
                addAll(c.arguments());
            }
            case Expr.Index i -> add(i.target(), i.index());
            case Expr.Slice s -> add(s.target(), s.from(), s.to());
            case Expr.ArrayLiteral a -> addAll(a.elements());
            case Expr.StructLiteral s -> addAll(s.fields());
            case Expr.Unary u -> add(u.operand());
            case Expr.Binary b -> add(b.left(), b.right());
            case Expr.Range r -> add(r.from(), r.to());
            case Expr.Closure c -> {
                addAll(c.params());
                add(c.result(), c.body());
            }
            case Expr.Match m -> {
                add(m.subject());
                addAll(m.arms());
            }
            case Expr.Spawn s -> add(s.right(), s.call());
            case Expr.SpawnBlock s -> add(s.right(), s.body());
            case Expr.Await a -> add(a.task());
            case Expr.Propagate p -> add(p.value());
            case Expr.Catch c -> add(c.value(), c.handler());
            case Expr.IntLiteral _ -> {}
            case Expr.FloatLiteral _ -> {}
            case Expr.BoolLiteral _ -> {}
            case Expr.TextLiteral _ -> {}
            case Expr.NullLiteral _ -> {}
            case Expr.Name _ -> {}
            case Expr.ShortVariant _ -> {}
            case Expr.Bad _ -> {}
        }
    }

    private void ofType(TypeTree type) {
        switch (type) {
            case TypeTree.Named _ -> {}
            case TypeTree.Applied a -> addAll(a.arguments());
            case TypeTree.Array a -> add(a.size(), a.element());
            case TypeTree.Slice s -> add(s.element());
            case TypeTree.Optional o -> add(o.value());
            case TypeTree.Fallible f -> add(f.value(), f.errors());
            case TypeTree.Function f -> {
                addAll(f.params());
                add(f.result());
            }
        }
    }

    private void ofPattern(Pattern pattern) {
        switch (pattern) {
            case Pattern.Literal l -> add(l.value());
            case Pattern.Except e -> add(e.value());
            case Pattern.Range r -> add(r.from(), r.to());
            case Pattern.Either e -> addAll(e.choices());
            case Pattern.Wildcard _ -> {}
            case Pattern.Binding _ -> {}
            case Pattern.Variant _ -> {}
        }
    }

    private void ofPart(Node.Part part) {
        switch (part) {
            case Block b -> addAll(b.statements());
            case Param p -> add(p.type());
            case FieldDecl f -> add(f.type());
            case VariantDecl v -> {
                add(v.value());
                addAll(v.fields());
            }
            case Expr.FieldValue f -> add(f.value());
            case Expr.Arm a -> add(a.pattern(), a.guard(), a.body());
            case Stmt.Branch b -> add(b.condition(), b.body());
            case Stmt.Case c -> add(c.channel(), c.value(), c.body());
            case Script s -> addAll(s.decls());
        }
    }
}
