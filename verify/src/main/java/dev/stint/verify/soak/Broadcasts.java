package dev.stint.verify.soak;

import dev.stint.channel.Broadcast;
import dev.stint.channel.Overflow;
import dev.stint.channel.Receiver;
import dev.stint.nursery.Nursery;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** A broadcast: those who listen all the time hear everything, in the same order. */
final class Broadcasts extends Exercise {
    private static final int LISTENERS = 2;

    /** Listens to all; what it has heard is one number, which depends on the order. */
    private static final class Listener {
        final Receiver<Long> ear;
        final Tally heard = new Tally();
        long order = 1; // by the task that listens, read after its end

        Listener(Receiver<Long> ear) {
            this.ear = ear;
        }

        void listen() {
            for (long number : ear) {
                heard.add(number);
                order = order * 31 + number;
            }
        }
    }

    private final Broadcast<Long> broadcast = Broadcast.<Long>open().named("soaked");
    private final List<Listener> listeners = new ArrayList<>();
    private final Tally sent = new Tally();
    private final AtomicLong numbers = new AtomicLong();

    Broadcasts(Stage stage) {
        super("broadcast", stage);
    }

    @Override
    void start(Nursery crew) {
        for (int i = 0; i < LISTENERS; i++) {
            var listener = new Listener(broadcast.subscribe(4, Overflow.SUSPEND));
            listeners.add(listener);
            crew.spawn("listener " + i, listener::listen);
        }
    }

    @Override
    void act(Draw draw) throws Exception {
        if (draw.oneIn(5)) {
            listenForAWhile(draw);
            did();
            return;
        }
        long number = numbers.incrementAndGet();
        boolean went =
                switch (draw.below(3)) {
                    case 0 -> broadcast.trySend(number);
                    case 1 -> broadcast.send(number, draw.moment());
                    default -> {
                        broadcast.send(number);
                        yield true;
                    }
                };
        if (went) {
            sent.add(number);
            did();
        }
    }

    private void listenForAWhile(Draw draw) throws InterruptedException {
        Overflow[] ways = {Overflow.DROP_OLDEST, Overflow.DROP_NEWEST, Overflow.FAIL};
        try (Receiver<Long> ear = broadcast.subscribe(2, ways[draw.below(ways.length)])) {
            for (int i = 0; i < 3; i++) {
                ear.receive(draw.moment());
            }
        }
    }

    @Override
    void stop() {
        broadcast.close();
    }

    @Override
    void audit(Consumer<String> wrong) {
        for (Listener listener : listeners) {
            if (!listener.heard.isSameAs(sent)) {
                wrong.accept(
                        "messages lost or doubled: %s sent, %s heard"
                                .formatted(sent, listener.heard));
            }
            if (listener.order != listeners.getFirst().order) {
                wrong.accept("two listeners heard the same in different orders");
            }
        }
        if (broadcast.snapshot().sendersWaiting() > 0) {
            wrong.accept("somebody waits: " + broadcast.snapshot());
        }
    }
}
