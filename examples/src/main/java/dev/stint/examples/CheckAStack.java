package dev.stint.examples;

import dev.stint.testkit.SharedRef;
import dev.stint.testkit.Sim;
import dev.stint.testkit.history.Linearizable;
import dev.stint.testkit.result.SimResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares a stack that tasks share with one that they do not. */
public final class CheckAStack {
    private CheckAStack() {}

    // tag::stack
    /** A stack without a lock, the newest first. Its pop forgets that somebody may be faster. */
    static final class Stack {
        private final SharedRef<List<Integer>> values = new SharedRef<>(List.of());

        void push(int value) {
            List<Integer> seen;
            List<Integer> more;
            do {
                seen = values.get();
                more = new ArrayList<>(seen);
                more.addFirst(value);
            } while (!values.compareAndSet(seen, more));
        }

        @Nullable Integer pop() {
            List<Integer> seen = values.get();
            if (seen.isEmpty()) {
                return null;
            }
            values.set(seen.subList(1, seen.size())); // must be a compareAndSet
            return seen.getFirst();
        }
    }

    // end::stack

    public static void main(String[] args) throws InterruptedException, IOException {
        Path folder = Files.createTempDirectory("check-a-stack");
        // tag::check
        var stack =
                Linearizable.of(Stack::new, ArrayDeque<Integer>::new)
                        .action("push", List.of(1, 2), Stack::push, ArrayDeque::push)
                        .operation("pop", Stack::pop, ArrayDeque::poll)
                        .withTasks(2, 3);
        SimResult result = Sim.explore(c -> c.withFiles(folder), stack::check);
        // end::check

        System.out.println(result.failure().orElseThrow().kind());
    }
}
