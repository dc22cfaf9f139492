package dev.stint.bench;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.channel.Clause;
import dev.stint.channel.Select;
import java.util.List;

/** Stint's own channels, between tasks of one nursery. */
final class StintChannels extends BlockingChannels<Channel<Integer>> {
    private final Scheduler scheduler;

    StintChannels(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    @Override
    long run(Main main) throws InterruptedException {
        return scheduler.<Long>run(
                () -> {
                    try (var nursery = Stint.nursery()) {
                        long answer = main.run(job -> nursery.spawn(job::run));
                        nursery.join();
                        return answer;
                    }
                });
    }

    @Override
    Channel<Integer> channel(int capacity) {
        return capacity == 0 ? Channel.rendezvous() : Channel.buffered(capacity);
    }

    @Override
    void send(Channel<Integer> channel, int message) throws InterruptedException {
        channel.send(message);
    }

    @Override
    int receive(Channel<Integer> channel) throws InterruptedException {
        return channel.receive();
    }

    /** With clauses that are made anew, as a select is mostly written. */
    @Override
    int receiveAny(List<Channel<Integer>> channels) throws InterruptedException {
        @SuppressWarnings({"unchecked", "rawtypes"}) // there are no generic arrays
        Clause<Integer>[] clauses = new Clause[channels.size()];
        for (int i = 0; i < clauses.length; i++) {
            clauses[i] = channels.get(i).onReceive(message -> message);
        }
        return Select.from(clauses);
    }
}
