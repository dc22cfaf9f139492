package dev.stint.verify.soak;

import dev.stint.Stint;
import dev.stint.nursery.Nursery;
import dev.stint.supervisor.Supervisor;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A supervisor whose children fail all the time: each is started again, and ends in the end. */
final class Supervisors extends Exercise {
    private static final int CHILDREN = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final AtomicLong seeds = new AtomicLong();
    private final LongAdder begun = new LongAdder();
    private final LongAdder ended = new LongAdder();
    private @Nullable Supervisor supervisor;

    Supervisors(Stage stage, long seed) {
        super("supervisor", stage);
        seeds.set(seed);
    }

    @Override
    void start(Nursery crew) {
        supervisor =
                stage().scheduler()
                        .supervise(
                                s -> {
                                    var set =
                                            s.withName("soaked")
                                                    .withIntensity(
                                                            Integer.MAX_VALUE,
                                                            Duration.ofSeconds(1));
                                    for (int i = 0; i < CHILDREN; i++) {
                                        set = set.withChild("child " + i, this::live);
                                    }
                                    return set;
                                });
    }

    private void live() throws InterruptedException {
        begun.increment();
        try {
            var draw = new Draw(seeds.incrementAndGet());
            for (int i = draw.below(20); i > 0; i--) {
                Stint.sleep(draw.moment());
            }
            did();
            throw new IllegalStateException("as it does");
        } finally {
            ended.increment();
        }
    }

    private Supervisor supervisor() {
        return Objects.requireNonNull(supervisor);
    }

    @Override
    void act(Draw draw) throws Exception {
        if (supervisor().children().size() != CHILDREN) {
            wrong("it does not know its children: " + supervisor().children());
        }
        Stage.giveWay();
    }

    @Override
    void stop() {
        supervisor().shutdown();
    }

    @Override
    void audit(Consumer<String> wrong) throws Exception {
        supervisor().task().await(PATIENCE);
        if (begun.sum() != ended.sum()) {
            wrong.accept("%s starts begun, %s ended".formatted(begun, ended));
        }
    }
}
