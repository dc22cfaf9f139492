package dev.stint.internal.nursery;

import dev.stint.budget.Budget;
import dev.stint.budget.Ledger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Looks through the books of a tenant, from the root down to whatever is open below it. */
public final class Auditor {
    private final List<String> problems = new ArrayList<>();

    private Auditor() {}

    /** What is wrong with the books at this moment. Any thread, at any time. */
    public static List<String> audit(TenantImpl tenant) {
        var auditor = new Auditor();
        var todo = new ArrayDeque<NurseryImpl>();
        todo.add(tenant.root());
        NurseryImpl at;
        while ((at = todo.poll()) != null) {
            auditor.look(at);
            todo.addAll(at.openBelow());
        }
        return auditor.problems;
    }

    private void look(NurseryImpl nursery) {
        boolean ended = nursery.state().isFinal(); // first: what is final stays so
        Ledger books;
        try {
            books = nursery.ledger();
        } catch (IllegalArgumentException e) {
            problems.add(nursery + " has an amount below zero in its books: " + e.getMessage());
            return;
        }
        if (!books.isBalanced()) {
            problems.add("the books of " + nursery + " do not balance: " + books);
        }
        if (ended && !books.held().equals(Budget.ZERO)) {
            problems.add(nursery + " has ended, and something is still held: " + books);
        }
    }
}
