package dev.stint.channel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What all players together have sent and received, and whether it adds up. To be kept when all
 * have ended; takes what is left in the channels.
 */
final class Books {
    private static final int MOST_COMPLAINTS = 10;

    private final List<? extends Channel<Long>> channels;
    private final List<Set<Long>> sent = new ArrayList<>();
    private final List<Set<Long>> received = new ArrayList<>();
    private final Set<Long> kept = new HashSet<>();
    private final List<String> complaints = new ArrayList<>();

    Books(List<? extends Channel<Long>> channels) {
        this.channels = channels;
        for (int i = 0; i < channels.size(); i++) {
            sent.add(new HashSet<>());
            received.add(new HashSet<>());
        }
    }

    void add(Player player) {
        kept.addAll(player.kept);
        for (int i = 0; i < channels.size(); i++) {
            sent.get(i).addAll(player.sent.get(i));
            addReceived(i, player.received.get(i));
            ensureOrder(i, player.received.get(i));
        }
    }

    private void addReceived(int channel, List<Long> values) {
        for (long value : values) {
            if (!received.get(channel).add(value)) {
                complaints.add(name(value) + " came twice from c" + channel);
            }
        }
    }

    /** One receiver meets the messages of one sender in the order in which they were sent. */
    private void ensureOrder(int channel, List<Long> values) {
        var latest = new HashMap<Long, Long>();
        for (long value : values) {
            Long before = latest.put(value >>> 32, value);
            if (before != null && before > value) {
                complaints.add(name(value) + " came after " + name(before) + " from c" + channel);
            }
        }
    }

    private static String name(long message) {
        return (message >>> 32) + "-" + (int) message;
    }

    long received() {
        return received.stream().mapToLong(Set::size).sum();
    }

    List<String> complaints() throws InterruptedException {
        for (int i = 0; i < channels.size(); i++) {
            Channel<Long> channel = channels.get(i);
            addReceived(i, channel.drain());
            for (long value : received.get(i)) {
                if (kept.contains(value)) {
                    complaints.add(name(value) + " was received, and its sender has it");
                } else if (!sent.get(i).contains(value)) {
                    complaints.add(name(value) + " came from c" + i + ", nobody has sent it there");
                }
            }
            ChannelSnapshot after = channel.snapshot();
            if (sent.get(i).size() != received.get(i).size() + after.dropped()) {
                complaints.add(
                        sent.get(i).size() + " sent, " + received.get(i).size() + ": " + after);
            }
            if (after.buffered() + after.sendersWaiting() + after.receiversWaiting() > 0
                    || Lines.standing(channel) > 0) {
                complaints.add(Lines.standing(channel) + " stand in line: " + after);
            }
        }
        return complaints.subList(0, Math.min(complaints.size(), MOST_COMPLAINTS));
    }
}
