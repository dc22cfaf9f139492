package dev.stint.verify.soak;

import dev.stint.actor.Actor;
import dev.stint.actor.ActorRef;
import dev.stint.actor.Reply;
import dev.stint.nursery.Nursery;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An actor: it handles what it was told, once, and answers what it was asked. */
final class Actors extends Exercise {
    /** A message: to be counted, or to be answered. */
    private record Message(long number, @Nullable Reply<Long> reply) {}

    private final LongAdder told = new LongAdder();
    private final LongAdder unsure = new LongAdder(); // asked, and not known whether it arrived
    private @Nullable ActorRef<Message> actor;

    Actors(Stage stage) {
        super("actor", stage);
    }

    @Override
    void start(Nursery crew) {
        actor = Actor.spawn(crew, a -> a.withName("soaked"), _ -> Actors::handle);
    }

    private static void handle(Message message) throws InterruptedException {
        if (message.reply != null) {
            message.reply.send(message.number + 1);
        }
    }

    private ActorRef<Message> actor() {
        return Objects.requireNonNull(actor);
    }

    @Override
    void act(Draw draw) throws Exception {
        switch (draw.below(3)) {
            case 0 -> ask(draw);
            case 1 -> {
                if (actor().tryTell(new Message(0, null))) {
                    told.increment();
                }
            }
            default -> {
                actor().tell(new Message(0, null));
                told.increment();
            }
        }
        did();
    }

    private void ask(Draw draw) throws InterruptedException {
        long number = draw.below(1000);
        boolean answered = false;
        try {
            Duration limit = draw.oneIn(3) ? draw.moment() : Duration.ofSeconds(10);
            Long answer = actor().ask(reply -> new Message(number, reply), limit);
            answered = true;
            if (answer != number + 1) {
                wrong("asked %d, answered %d".formatted(number, answer));
            }
        } catch (TimeoutException e) {
            // then it is not known
        } finally {
            (answered ? told : unsure).increment();
        }
    }

    @Override
    void stop() {
        actor().stop();
    }

    @Override
    void audit(Consumer<String> wrong) {
        var end = actor().snapshot();
        long had =
                end.handled()
                        + end.deadLetters()
                        + end.mailbox().dropped()
                        + end.mailbox().buffered();
        if (!end.ended() || had < told.sum() || had > told.sum() + unsure.sum()) {
            wrong.accept(
                    "messages lost or doubled: %s told, %s more asked, in the end: %s"
                            .formatted(told, unsure, end));
        }
    }
}
