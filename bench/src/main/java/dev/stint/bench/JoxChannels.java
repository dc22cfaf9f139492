package dev.stint.bench;

import com.softwaremill.jox.Channel;
import com.softwaremill.jox.Select;
import com.softwaremill.jox.SelectClause;
import java.util.List;

/** jox's channels between virtual threads. */
final class JoxChannels extends ThreadChannels<Channel<Integer>> {
    @Override
    Channel<Integer> channel(int capacity) {
        return capacity == 0
                ? Channel.newRendezvousChannel()
                : Channel.newBufferedChannel(capacity);
    }

    @Override
    void send(Channel<Integer> channel, int message) throws InterruptedException {
        channel.send(message);
    }

    @Override
    int receive(Channel<Integer> channel) throws InterruptedException {
        return channel.receive();
    }

    @Override
    int receiveAny(List<Channel<Integer>> channels) throws InterruptedException {
        @SuppressWarnings({"unchecked", "rawtypes"}) // there are no generic arrays
        SelectClause<Integer>[] clauses = new SelectClause[channels.size()];
        for (int i = 0; i < clauses.length; i++) {
            clauses[i] = channels.get(i).receiveClause();
        }
        return Select.select(clauses);
    }
}
