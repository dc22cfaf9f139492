package dev.stint.verify.soak;

import dev.stint.channel.Watch;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** A watch: every update is in its value, and nobody sees it go back. */
final class Watches extends Exercise {
    private final Watch<Long> watch = Watch.of(0L).named("soaked");
    private final LongAdder updates = new LongAdder();

    Watches(Stage stage) {
        super("watch", stage);
    }

    @Override
    void act(Draw draw) throws Exception {
        if (draw.oneIn(2)) {
            watch.update(v -> v + 1);
            updates.increment();
            did();
            return;
        }
        Watch.Observer<Long> eye = watch.observe();
        long seen = eye.get();
        for (int i = 0; i < 3; i++) {
            var newer = eye.awaitChange(draw.moment());
            if (newer.isPresent() && newer.get() < seen) {
                wrong("%d came after %d".formatted(newer.get(), seen));
            }
            seen = newer.orElse(seen);
        }
        did();
    }

    @Override
    void audit(Consumer<String> wrong) {
        if (watch.get() != updates.sum()) {
            wrong.accept("updates lost or doubled: %d of %d".formatted(watch.get(), updates.sum()));
        }
        if (watch.snapshot().waiting() > 0) {
            wrong.accept("somebody waits: " + watch.snapshot());
        }
    }
}
