package dev.stint.nativecode.internal;

import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryState;
import java.util.ArrayList;
import java.util.List;

/** A nursery that C code has opened, with the handles that end with it. */
final class OpenNursery {
    final Nursery nursery;
    final Answers opener;
    final int stack; // of each child
    private final List<Long> tasks = new ArrayList<>(); // their handles; guarded by this
    private long count; // guarded by this

    OpenNursery(Nursery nursery, Answers opener, int stack) {
        this.nursery = nursery;
        this.opener = opener;
        this.stack = stack;
    }

    synchronized void spawned() {
        count++;
    }

    /** How many tasks C code has started in it. */
    synchronized long count() {
        return count;
    }

    boolean isCancelled() {
        NurseryState now = nursery.state();
        return now == NurseryState.CANCELLING || now == NurseryState.CANCELLED;
    }

    synchronized void owns(long handle) {
        tasks.add(handle);
    }

    synchronized void releaseAll() {
        tasks.forEach(Handles::remove);
        tasks.clear();
    }
}
