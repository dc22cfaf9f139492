package dev.stint.bench;

import dev.stint.bench.kernel.Spinner;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Coroutines on the default dispatcher, which knows no tenants. */
final class KotlinRivals implements Rivals {
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final KotlinTasks tasks = new KotlinTasks();

    @Override
    public Rival open(int weight, long slice) {
        return new Rival() {
            @Override
            public void spin(AtomicLong rounds) {
                tasks.launch(() -> new Spinner().accept(rounds, isOver));
            }

            @Override
            public Bell answerWith(Runnable answer) {
                return tasks.answerWith(answer)::run;
            }
        };
    }

    @Override
    public void close() {
        isOver.set(true);
        tasks.cancelAndJoin();
    }
}
