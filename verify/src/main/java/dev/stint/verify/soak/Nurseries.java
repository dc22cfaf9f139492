package dev.stint.verify.soak;

import dev.stint.Stint;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.nursery.Policy;
import dev.stint.task.TaskOptions;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Trees of nurseries that fail, are cancelled and run out of time: all that began has ended. */
final class Nurseries extends Exercise {
    private static final int DEPTH = 3;

    private final LongAdder begun = new LongAdder();
    private final LongAdder ended = new LongAdder();

    Nurseries(Stage stage) {
        super("nursery", stage);
    }

    @Override
    void act(Draw draw) throws Exception {
        grow(draw, DEPTH);
        did();
    }

    private void grow(Draw draw, int depth) throws InterruptedException {
        try (Nursery nursery = stage().nursery(n -> drawn(n, draw))) {
            int children = draw.below(4);
            for (int i = 0; i < children; i++) {
                long seed = draw.seed();
                nursery.trySpawn(
                        TaskOptions.defaults(),
                        () -> {
                            live(new Draw(seed), depth);
                            return 0;
                        });
            }
            if (draw.oneIn(6)) {
                nursery.cancel();
            }
            nursery.awaitAll();
        }
    }

    private static NurseryConfig drawn(NurseryConfig config, Draw draw) {
        NurseryConfig drawn =
                config.withPolicy(draw.oneIn(2) ? Policy.allSucceed() : Policy.runAll());
        return draw.oneIn(4) ? drawn.withDeadline(draw.moment()) : drawn;
    }

    private void live(Draw draw, int depth) throws InterruptedException {
        begun.increment();
        try {
            if (draw.oneIn(4)) {
                Stint.sleep(draw.moment());
            }
            if (draw.oneIn(8)) {
                throw new IllegalStateException("as some do");
            }
            if (depth > 0) {
                grow(draw, depth - 1);
            }
        } finally {
            if (!stage().plants(Flaw.LOSES_A_TASK, draw)) {
                ended.increment();
            }
        }
    }

    @Override
    void audit(Consumer<String> wrong) {
        if (begun.sum() != ended.sum()) {
            wrong.accept("%s tasks begun, %s ended".formatted(begun, ended));
        }
    }
}
