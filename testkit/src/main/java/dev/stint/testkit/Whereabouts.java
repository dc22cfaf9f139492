package dev.stint.testkit;

import dev.stint.Scheduler;
import dev.stint.event.DeadlockException;
import dev.stint.event.TaskSnapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who was where when a run went wrong. */
final class Whereabouts {
    private Whereabouts() {}

    static String of(Scheduler scheduler, @Nullable Throwable thrown) {
        List<TaskSnapshot> tasks =
                thrown instanceof DeadlockException deadlock
                        ? deadlock.waiting()
                        : scheduler.snapshot().tasks();
        return TaskSnapshot.toLines(tasks);
    }
}
