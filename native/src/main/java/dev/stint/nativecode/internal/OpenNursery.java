package dev.stint.nativecode.internal;

import dev.stint.nursery.Nursery;
import java.util.ArrayList;
import java.util.List;

/** A nursery that C code has opened, with the handles that end with it. */
final class OpenNursery {
    final Nursery nursery;
    final Answers opener;
    final int stack; // of each child
    private final List<Long> tasks = new ArrayList<>(); // their handles; guarded by this

    OpenNursery(Nursery nursery, Answers opener, int stack) {
        this.nursery = nursery;
        this.opener = opener;
        this.stack = stack;
    }

    synchronized void owns(long handle) {
        tasks.add(handle);
    }

    synchronized void releaseAll() {
        tasks.forEach(Handles::remove);
        tasks.clear();
    }
}
