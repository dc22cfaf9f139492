package dev.stint.language.internal.check;

import dev.stint.language.internal.tree.Block;
import dev.stint.language.internal.tree.Children;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Node;
import dev.stint.language.internal.tree.Stmt;
import java.util.ArrayDeque;
import java.util.Deque;

/** Looks for ways out of loops and functions. */
final class Breaks {
    private Breaks() {}

    /** True if a break of this loop, not of one inside of it, is in the block. */
    static boolean leaves(Block body) {
        Deque<Node> open = new ArrayDeque<>();
        open.push(body);
        while (!open.isEmpty()) {
            Node node = open.pop();
            switch (node) {
                case Stmt.Break _ -> {
                    return true;
                }
                case Stmt.While _ -> {}
                case Stmt.For _ -> {}
                case Expr.Closure _ -> {}
                case Expr.SpawnBlock _ -> {}
                default -> Children.of(node).forEach(open::push);
            }
        }
        return false;
    }

    /** True if a return of this function, not of one inside of it, has a value. */
    static boolean returnsValue(Block body) {
        Deque<Node> open = new ArrayDeque<>();
        open.push(body);
        while (!open.isEmpty()) {
            Node node = open.pop();
            switch (node) {
                case Stmt.Return(Expr value, _) when value != null -> {
                    return true;
                }
                case Expr.Closure _ -> {}
                case Expr.SpawnBlock _ -> {}
                default -> Children.of(node).forEach(open::push);
            }
        }
        return false;
    }
}
