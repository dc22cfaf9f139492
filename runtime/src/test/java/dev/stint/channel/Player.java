package dev.stint.channel;

import dev.stint.error.ChannelClosedException;
import dev.stint.error.ChannelFullException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A task or thread that uses channels at random and keeps account of what it has sent, received and
 * got back. Its messages bear its number and rise.
 */
final class Player {
    private static final int LONGEST_NANOS = 300_000;

    final int number;
    final List<List<Long>> sent = new ArrayList<>(); // by channel
    final List<List<Long>> received = new ArrayList<>();
    final List<Long> kept = new ArrayList<>();
    private final List<Channel<Long>> channels;
    private final SplittableRandom random;
    private long messages;

    Player(int number, List<Channel<Long>> channels, SplittableRandom random) {
        this.number = number;
        this.channels = channels;
        this.random = random;
        for (int i = 0; i < channels.size(); i++) {
            sent.add(new ArrayList<>());
            received.add(new ArrayList<>());
        }
    }

    private long message() {
        return ((long) number << 32) + ++messages;
    }

    private Duration briefly() {
        return Duration.ofNanos(random.nextInt(LONGEST_NANOS));
    }

    /** So many operations, or until a channel is found closed. */
    void play(int operations) throws InterruptedException {
        try {
            for (int i = 0; i < operations; i++) {
                switch (random.nextInt(8)) {
                    case 0, 1 -> send(random.nextInt(channels.size()), random.nextInt(4));
                    case 2, 3 -> receive(random.nextInt(channels.size()), random.nextInt(5));
                    default -> select(random.nextInt(4) > 0);
                }
            }
        } catch (ChannelClosedException e) {
            // it is over
        }
    }

    /** One operation that does not take long. */
    void quickly() {
        try {
            if (random.nextBoolean()) {
                send(random.nextInt(channels.size()), 1 + random.nextInt(2));
            } else {
                receive(random.nextInt(channels.size()), 1 + random.nextInt(2));
            }
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts this one", e);
        }
    }

    private void send(int to, int how) throws InterruptedException {
        long message = message();
        Channel<Long> channel = channels.get(to);
        boolean done = false;
        try {
            done =
                    switch (how) {
                        case 0 -> {
                            channel.send(message);
                            yield true;
                        }
                        case 1 -> channel.trySend(message);
                        default -> channel.send(message, briefly());
                    };
        } catch (ChannelFullException e) {
            // that is how it was made
        } finally {
            (done ? sent.get(to) : kept).add(message);
        }
    }

    private void receive(int from, int how) throws InterruptedException {
        Channel<Long> channel = channels.get(from);
        Optional<Long> value =
                switch (how) {
                    case 0 -> Optional.of(channel.receive());
                    case 1 -> channel.tryReceive();
                    case 2 -> {
                        received.get(from).addAll(channel.drain());
                        yield Optional.empty();
                    }
                    default -> channel.receive(briefly());
                };
        value.ifPresent(received.get(from)::add);
    }

    private void select(boolean timed) throws InterruptedException {
        List<Clause<Integer>> clauses = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        var mine = new ArrayList<Long>();
        for (int i = 0; i < count; i++) {
            int channel = random.nextInt(channels.size());
            clauses.add(random.nextBoolean() ? sending(channel, mine) : receiving(channel));
        }
        if (timed) {
            clauses.add(Select.onTimeout(briefly(), () -> 0));
        }
        try {
            choose(clauses);
        } finally {
            kept.addAll(mine);
        }
    }

    /** The message is added to those that are kept unless this clause takes it out. */
    private Clause<Integer> sending(int channel, List<Long> mine) {
        long message = message();
        mine.add(message);
        return channels.get(channel)
                .onSend(
                        message,
                        () -> {
                            mine.remove(message);
                            sent.get(channel).add(message);
                            return 1;
                        });
    }

    private Clause<Integer> receiving(int channel) {
        return channels.get(channel)
                .onReceive(
                        value -> {
                            received.get(channel).add(value);
                            return 2;
                        });
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    private static int choose(List<Clause<Integer>> clauses) throws InterruptedException {
        return Select.<Integer>from((Clause<Integer>[]) clauses.toArray(new Clause[0]));
    }

    // ---- without timeouts

    /** Sends so many, each to some channel. */
    void produce(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            if (random.nextBoolean()) {
                send(random.nextInt(channels.size()), 0);
                continue;
            }
            var mine = new ArrayList<Long>();
            try {
                choose(List.of(sending(0, mine), sending(1, mine), sending(2, mine)));
            } finally {
                kept.addAll(mine);
            }
        }
    }

    /** Receives from all channels until they are closed and empty. */
    void consume() throws InterruptedException {
        var open = new ArrayList<Integer>();
        for (int i = 0; i < channels.size(); i++) {
            open.add(i);
        }
        while (!open.isEmpty()) {
            List<Clause<Integer>> clauses = new ArrayList<>();
            for (int channel : open) {
                clauses.add(
                        channels.get(channel)
                                .onReceiveOrClosed(
                                        got -> {
                                            if (got instanceof Received.Value<Long>(Long value)) {
                                                received.get(channel).add(value);
                                                return -1;
                                            }
                                            return channel;
                                        }));
            }
            int closed = choose(clauses);
            open.removeIf(channel -> channel == closed);
        }
    }

    /** Sends so many by one of two channels while it receives as many by the other. */
    void exchange(int out, int count) throws InterruptedException {
        int toSend = count;
        int toReceive = count;
        while (toSend + toReceive > 0) {
            List<Clause<Integer>> clauses = new ArrayList<>();
            var mine = new ArrayList<Long>();
            if (toSend > 0) {
                clauses.add(sending(out, mine));
            }
            if (toReceive > 0) {
                clauses.add(receiving(1 - out));
            }
            int done = choose(clauses);
            kept.addAll(mine);
            toSend -= done == 1 ? 1 : 0;
            toReceive -= done == 2 ? 1 : 0;
        }
    }
}
