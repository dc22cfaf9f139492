package dev.stint.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The shapes for implementations whose tasks wait inside of a call. A fork loads one of them, so
 * that the calls in here have one target each.
 */
abstract class BlockingChannels<C> implements ChannelShapes {
    private static final int OVER = -1;

    /** What a task does. */
    interface Job {
        void run() throws InterruptedException;
    }

    /** Starts further tasks. */
    interface Crew {
        void start(Job job);
    }

    /** What the first task does, and answers. */
    interface Main {
        long run(Crew crew) throws InterruptedException;
    }

    /** Runs it in a task, and returns its answer when all that it started has ended. */
    abstract long run(Main main) throws Exception;

    /** Without a buffer if the capacity is 0. */
    abstract C channel(int capacity);

    abstract void send(C channel, int message) throws InterruptedException;

    abstract int receive(C channel) throws InterruptedException;

    /** Receives from whichever has something. */
    int receiveAny(List<C> channels) throws InterruptedException {
        throw new UnsupportedOperationException(getClass().getSimpleName() + " has no select");
    }

    @Override
    public long pingPong(int trips) throws Exception {
        C there = channel(0);
        C back = channel(0);
        return run(
                crew -> {
                    crew.start(
                            () -> {
                                for (int i = 0; i < trips; i++) {
                                    send(back, receive(there));
                                }
                            });
                    long sum = 0;
                    for (int i = 0; i < trips; i++) {
                        send(there, i & SMALL);
                        sum += receive(back);
                    }
                    return sum;
                });
    }

    @Override
    public long pass(int capacity, int senders, int receivers, int messages) throws Exception {
        C channel = channel(capacity);
        var sum = new AtomicLong();
        run(
                crew -> {
                    for (int i = 0; i < receivers; i++) {
                        crew.start(() -> sum.addAndGet(receiveAll(channel, messages / receivers)));
                    }
                    for (int i = 0; i < senders; i++) {
                        crew.start(() -> sendAll(channel, messages / senders));
                    }
                    return 0;
                });
        return sum.get();
    }

    private void sendAll(C channel, int messages) throws InterruptedException {
        for (int i = 0; i < messages; i++) {
            send(channel, i & SMALL);
        }
    }

    private long receiveAll(C channel, int messages) throws InterruptedException {
        long sum = 0;
        for (int i = 0; i < messages; i++) {
            sum += receive(channel);
        }
        return sum;
    }

    @Override
    public int chain(int tasks, int laps) throws Exception {
        return (int)
                run(
                        crew -> {
                            C front = channel(0);
                            C end = front;
                            for (int i = 0; i < tasks; i++) {
                                C from = end;
                                C to = channel(0);
                                crew.start(
                                        () -> {
                                            for (int lap = 0; lap < laps; lap++) {
                                                send(to, receive(from) + 1);
                                            }
                                        });
                                end = to;
                            }
                            int number = 0;
                            for (int lap = 0; lap < laps; lap++) {
                                send(front, number);
                                number = receive(end);
                            }
                            return number;
                        });
    }

    @Override
    public int ring(int tasks, int hops) throws Exception {
        var channels = channels(tasks);
        var last = new AtomicInteger(OVER);
        run(
                crew -> {
                    for (int i = 0; i < tasks; i++) {
                        int task = i;
                        C from = channels.get(i);
                        C to = channels.get((i + 1) % tasks);
                        crew.start(
                                () -> {
                                    if (passOn(from, to) == 0) {
                                        last.set(task);
                                        send(to, OVER);
                                        receive(from); // it has gone round
                                    } else {
                                        send(to, OVER);
                                    }
                                });
                    }
                    send(channels.getFirst(), hops);
                    return 0;
                });
        return last.get();
    }

    /** Returns the first number that is not to be passed on. */
    private int passOn(C from, C to) throws InterruptedException {
        int token = receive(from);
        while (token > 0) {
            send(to, token - 1);
            token = receive(from);
        }
        return token;
    }

    @Override
    public long select(int count, int messages) throws Exception {
        var channels = channels(count);
        return run(
                crew -> {
                    for (C channel : channels) {
                        crew.start(() -> sendAll(channel, messages / count));
                    }
                    long sum = 0;
                    for (int i = 0; i < messages / count * count; i++) {
                        sum += receiveAny(channels);
                    }
                    return sum;
                });
    }

    @Override
    public long sieve(int limit) throws Exception {
        return run(
                crew -> {
                    C numbers = channel(0);
                    crew.start(
                            () -> {
                                for (int i = 2; i <= limit; i++) {
                                    send(numbers, i);
                                }
                                send(numbers, OVER);
                            });
                    long sum = 0;
                    C end = numbers;
                    int prime = receive(end);
                    while (prime != OVER) {
                        sum += prime;
                        int divisor = prime;
                        C from = end;
                        C to = channel(0);
                        crew.start(() -> filter(divisor, from, to));
                        end = to;
                        prime = receive(end);
                    }
                    return sum;
                });
    }

    private void filter(int divisor, C from, C to) throws InterruptedException {
        int number = receive(from);
        while (number != OVER) {
            if (number % divisor != 0) {
                send(to, number);
            }
            number = receive(from);
        }
        send(to, OVER);
    }

    @Override
    public long chameneos(int creatures, int meetings) throws Exception {
        C place = channel(0);
        var own = channels(creatures);
        var met = new AtomicLong();
        run(
                crew -> {
                    for (int i = 0; i < creatures; i++) {
                        int creature = i;
                        crew.start(() -> met.addAndGet(live(creature, place, own.get(creature))));
                    }
                    for (int i = 0; i < meetings; i++) {
                        int one = receive(place);
                        int other = receive(place);
                        send(own.get(one / Colours.COUNT), other % Colours.COUNT);
                        send(own.get(other / Colours.COUNT), one % Colours.COUNT);
                    }
                    for (int i = 0; i < creatures; i++) {
                        send(own.get(receive(place) / Colours.COUNT), OVER);
                    }
                    return 0;
                });
        return met.get();
    }

    /** How often the creature has met another. */
    private long live(int creature, C place, C own) throws InterruptedException {
        int colour = creature % Colours.COUNT;
        long met = 0;
        while (true) {
            send(place, creature * Colours.COUNT + colour);
            int other = receive(own);
            if (other == OVER) {
                return met;
            }
            colour = Colours.complement(colour, other);
            met++;
        }
    }

    private List<C> channels(int count) {
        var channels = new ArrayList<C>(count);
        for (int i = 0; i < count; i++) {
            channels.add(channel(0));
        }
        return channels;
    }
}
