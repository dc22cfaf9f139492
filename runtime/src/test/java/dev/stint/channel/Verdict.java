package dev.stint.channel;

import dev.stint.channel.Performance.Entry;
import dev.stint.channel.Performance.Operation;
import dev.stint.channel.Performance.Result;
import dev.stint.channel.Performance.What;
import dev.stint.channel.Script.Option;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What must hold for every {@link Performance}, whatever the order of its log means: where each
 * message has gone, by what the operations have returned and nothing else.
 */
final class Verdict {
    private final Performance performance;
    private final List<String> wrong = new ArrayList<>();
    private final Map<Integer, Integer> sentTo = new HashMap<>(); // channel by message
    private final Set<Integer> returned = new HashSet<>();
    private final Map<Integer, Integer> receivedFrom = new HashMap<>();
    private final Map<Integer, List<Result>> receivedOn = new HashMap<>(); // by channel
    private final Map<Integer, Set<Integer>> receivers = new HashMap<>();

    private Verdict(Performance performance) {
        this.performance = performance;
    }

    /** What is wrong with it; empty if nothing is. */
    static List<String> on(Performance performance) {
        var verdict = new Verdict(performance);
        verdict.wrong.addAll(performance.broken);
        var open = new HashSet<Integer>();
        List<Integer> standing = List.of();
        for (Entry entry : performance.log) {
            switch (entry) {
                case Entry.Arrival(int id, var _, var _, var _) -> open.add(id);
                case Entry.Return(int id, var _, var _, Result result, var _) -> {
                    open.remove(id);
                    verdict.count(performance.operations.get(id), result);
                }
                case Entry.Quiet quiet -> standing = quiet.standing();
                default -> {}
            }
        }
        if (standing.stream().anyMatch(count -> count > 0)) {
            verdict.wrong.add("in the end so many stand in the lines: " + standing);
        }
        if (!open.isEmpty()) {
            verdict.wrong.add("operations " + open + " never returned");
        }
        verdict.balance();
        verdict.ensureOrder();
        return verdict.wrong;
    }

    private void count(Operation operation, Result result) {
        int taken = result.what() == What.DONE ? result.option() : Result.NONE;
        for (int i = 0; i < operation.options().size(); i++) {
            if (operation.options().get(i).sends()) {
                int message = operation.messages().get(i);
                if (i == taken) {
                    sentTo.put(message, operation.options().get(i).channel());
                } else {
                    returned.add(message);
                }
            }
        }
        for (int value : result.values()) {
            Option option = operation.options().get(result.option());
            Integer before = receivedFrom.put(value, option.channel());
            if (before != null) {
                wrong.add(value + " was received twice, from c" + before + " and by " + operation);
            }
            receivers
                    .computeIfAbsent(option.channel(), _ -> new HashSet<>())
                    .add(operation.actor());
        }
        if (!result.values().isEmpty()) {
            receivedOn
                    .computeIfAbsent(
                            operation.options().get(result.option()).channel(),
                            _ -> new ArrayList<>())
                    .add(result);
        }
    }

    private void balance() {
        receivedFrom.forEach(
                (message, channel) -> {
                    if (returned.contains(message)) {
                        wrong.add(message + " was received, and is its sender's");
                    } else if (!channel.equals(sentTo.get(message))) {
                        wrong.add(message + " was received from c" + channel + ", sent " + sentTo);
                    }
                });
        List<ChannelSnapshot> last = performance.log.getLast().picture();
        for (int i = 0; i < last.size(); i++) {
            int channel = i;
            ChannelSnapshot snapshot = last.get(i);
            long sent = sentTo.values().stream().filter(c -> c == channel).count();
            long received = receivedFrom.values().stream().filter(c -> c == channel).count();
            if (sent != received + snapshot.dropped()) {
                wrong.add(sent + " sent, " + received + " received: " + snapshot);
            }
            if (snapshot.buffered() + snapshot.sendersWaiting() + snapshot.receiversWaiting() > 0) {
                wrong.add("left behind: " + snapshot);
            }
        }
    }

    /** Where one alone has received, what one has sent comes in the order in which it was sent. */
    private void ensureOrder() {
        receivedOn.forEach(
                (channel, results) -> {
                    var actors = new HashSet<>(receivers.getOrDefault(channel, Set.of()));
                    if (actors.size() > 1) {
                        return;
                    }
                    var latest = new HashMap<Integer, Integer>();
                    for (Result result : results) {
                        for (int value : result.values()) {
                            Integer before = latest.put(value / Performance.MESSAGES, value);
                            if (before != null && before > value) {
                                wrong.add(value + " came after " + before + " from c" + channel);
                            }
                        }
                    }
                });
    }
}
