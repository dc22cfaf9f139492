package dev.stint.bench;

/** Kotlin's channels between coroutines of one scope. */
final class KotlinChannels implements ChannelShapes {
    @Override
    public long pingPong(int trips) {
        return KotlinChannelShapes.pingPong(trips);
    }

    @Override
    public long pass(int capacity, int senders, int receivers, int messages) {
        return KotlinChannelShapes.pass(capacity, senders, receivers, messages);
    }

    @Override
    public int chain(int tasks, int laps) {
        return KotlinChannelShapes.chain(tasks, laps);
    }

    @Override
    public int ring(int tasks, int hops) {
        return KotlinChannelShapes.ring(tasks, hops);
    }

    @Override
    public long select(int channels, int messages) {
        return KotlinChannelShapes.select(channels, messages);
    }

    @Override
    public long sieve(int limit) {
        return KotlinChannelShapes.sieve(limit);
    }

    @Override
    public long chameneos(int creatures, int meetings) {
        return KotlinChannelShapes.chameneos(creatures, meetings);
    }
}
