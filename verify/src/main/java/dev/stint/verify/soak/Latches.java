package dev.stint.verify.soak;

import dev.stint.sync.Latch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Latches, one after another: whoever goes on has seen as many come as it was made for. */
final class Latches extends Exercise {
    private static final int PARTIES = 3;

    /** One latch and those who come to it. */
    private record Meeting(Latch latch, AtomicInteger arrived) {
        static Meeting call() {
            return new Meeting(Latch.of(PARTIES).named("soaked"), new AtomicInteger());
        }
    }

    private volatile Meeting next = Meeting.call();

    Latches(Stage stage) {
        super("latch", stage);
    }

    @Override
    void act(Draw draw) throws Exception {
        Meeting meeting = next;
        int me = meeting.arrived.incrementAndGet();
        if (me == PARTIES) {
            next = Meeting.call();
        }
        meeting.latch.countDown();
        boolean open = true;
        if (draw.oneIn(3)) {
            open = meeting.latch.await(draw.moment());
        } else {
            meeting.latch.await();
        }
        if (open
                && !stage().isOver()
                && (meeting.latch.count() != 0 || meeting.arrived.get() < PARTIES)) {
            wrong("one went on before all had come");
        }
        did();
    }

    @Override
    void stop() {
        Meeting last = next;
        for (int i = 0; i < PARTIES; i++) {
            last.latch.countDown();
        }
    }

    @Override
    void audit(Consumer<String> wrong) {
        if (next.latch.snapshot().waiting() > 0) {
            wrong.accept("somebody waits at an open latch: " + next.latch.snapshot());
        }
    }
}
