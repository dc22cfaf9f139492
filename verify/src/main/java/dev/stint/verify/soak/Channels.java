package dev.stint.verify.soak;

import dev.stint.channel.Channel;
import dev.stint.channel.Overflow;
import dev.stint.channel.Received;
import dev.stint.channel.Select;
import dev.stint.channel.Sent;
import dev.stint.error.ChannelFullException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Channels of every kind and selects over them; every message has a number. */
final class Channels extends Exercise {
    /** An unbounded channel is not sent to while it holds as many. */
    private static final int ENOUGH = 1000;

    /** A channel and its books. */
    private record Line(Channel<Long> channel, Tally sent, Tally received) {
        static Line of(Channel<Long> channel) {
            return new Line(channel, new Tally(), new Tally());
        }
    }

    private final List<Line> lines =
            List.of(
                    Line.of(Channel.<Long>rendezvous().named("rendezvous")),
                    Line.of(Channel.<Long>buffered(1).named("of one")),
                    Line.of(Channel.<Long>buffered(64).named("of 64")),
                    Line.of(Channel.<Long>unbounded().named("unbounded")),
                    Line.of(Channel.<Long>buffered(8, Overflow.FAIL).named("failing")),
                    Line.of(Channel.<Long>buffered(8, Overflow.DROP_OLDEST).named("drop oldest")),
                    Line.of(Channel.<Long>buffered(8, Overflow.DROP_NEWEST).named("drop newest")));

    private final AtomicLong numbers = new AtomicLong();

    Channels(Stage stage) {
        super("channels", stage);
    }

    private Line any(Draw draw) {
        return lines.get(draw.below(lines.size()));
    }

    @Override
    int keepers() {
        return 8;
    }

    @Override
    void act(Draw draw) throws Exception {
        Line line = any(draw);
        if (draw.oneIn(2)) {
            if (line.channel.snapshot().buffered() < ENOUGH) {
                send(line, numbers.incrementAndGet(), draw);
            }
        } else {
            receive(line, draw);
        }
        did();
    }

    private void send(Line line, long number, Draw draw) throws InterruptedException {
        boolean sent;
        try {
            sent =
                    switch (draw.below(6)) {
                        case 0 -> line.channel.trySend(number);
                        case 1 -> line.channel.sendOrClosed(number) instanceof Sent.Taken;
                        case 2 -> {
                            line.channel.send(number);
                            yield true;
                        }
                        case 3 -> {
                            select(line, any(draw), number, draw);
                            yield false; // booked there
                        }
                        default -> line.channel.send(number, draw.moment());
                    };
        } catch (ChannelFullException e) {
            sent = false;
        }
        if (sent) {
            line.sent.add(number);
        }
    }

    /** Sends on one or receives from the other, whatever is possible first. */
    private void select(Line to, Line from, long number, Draw draw) throws InterruptedException {
        Select.from(
                to.channel.onSend(
                        number,
                        () -> {
                            to.sent.add(number);
                            return true;
                        }),
                from.channel.onReceive(
                        value -> {
                            from.received.add(value);
                            return true;
                        }),
                Select.onTimeout(draw.moment(), () -> false));
    }

    private void receive(Line line, Draw draw) throws InterruptedException {
        Optional<Long> got =
                switch (draw.below(5)) {
                    case 0 -> line.channel.tryReceive();
                    case 1 ->
                            line.channel.receiveOrClosed() instanceof Received.Value<Long>(var v)
                                    ? Optional.of(v)
                                    : Optional.empty();
                    default -> line.channel.receive(draw.moment());
                };
        if (got.isPresent() && !stage().plants(Flaw.DROPS_A_MESSAGE, draw)) {
            line.received.add(got.get());
            if (stage().plants(Flaw.DOUBLES_A_MESSAGE, draw)) {
                line.received.add(got.get());
            }
        }
    }

    @Override
    void stop() {
        lines.forEach(line -> line.channel.close());
    }

    @Override
    void audit(Consumer<String> wrong) throws Exception {
        for (Line line : lines) {
            for (long number : line.channel.drain()) {
                line.received.add(number);
            }
            var end = line.channel.snapshot();
            boolean balances =
                    end.dropped() == 0
                            ? line.sent.isSameAs(line.received)
                            : line.sent.count() == line.received.count() + end.dropped();
            if (!balances) {
                wrong.accept(
                        "messages lost or doubled in '%s': %s sent, %s received, %d dropped"
                                .formatted(end.name(), line.sent, line.received, end.dropped()));
            }
            if (end.sendersWaiting() + end.receiversWaiting() > 0) {
                wrong.accept("somebody is left in line: " + end);
            }
        }
    }
}
