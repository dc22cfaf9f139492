package dev.stint.verify.soak;

import dev.stint.Stint;
import dev.stint.channel.Select;
import java.time.Duration;
import java.util.function.Consumer;

/** Timers: nobody wakes too early. */
final class Timers extends Exercise {
    Timers(Stage stage) {
        super("timer", stage);
    }

    @Override
    void act(Draw draw) throws Exception {
        Duration pause = draw.moment();
        long begun = System.nanoTime();
        if (Stage.inTask() && draw.oneIn(2)) {
            Stint.sleep(pause);
        } else {
            Select.from(Select.onTimeout(pause, () -> 0));
        }
        long took = System.nanoTime() - begun;
        if (took < pause.toNanos()) {
            wrong("woke after %d ns instead of %d".formatted(took, pause.toNanos()));
        }
        did();
    }

    @Override
    void audit(Consumer<String> wrong) {}
}
