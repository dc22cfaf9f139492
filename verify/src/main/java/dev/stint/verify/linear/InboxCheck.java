package dev.stint.verify.linear;

import dev.stint.internal.queue.Inbox;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.Operation;

/** The inbox: anyone pushes, takes all of it, or closes it. */
public class InboxCheck {
    private final Inbox<Integer> inbox = new Inbox<>();

    /** Anyone. */
    @Operation
    public boolean push(int element) {
        return inbox.push(element);
    }

    /** Anyone; all of it, oldest first. */
    @Operation
    public List<Integer> takeAll() {
        var taken = new ArrayList<Integer>();
        inbox.takeAll(taken::add);
        return taken;
    }

    /** Anyone. */
    @Operation
    public List<Integer> close() {
        var taken = new ArrayList<Integer>();
        inbox.close(taken::add);
        return taken;
    }

    /** Anyone. */
    @Operation
    public boolean isEmpty() {
        return inbox.isEmpty();
    }
}
