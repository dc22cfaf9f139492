package dev.stint.host.demo;

import dev.stint.host.demo.Shares.Rival;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What tenants had of a worker, look by look, in hundredths. */
final class ShareLog {
    private final long begun = System.nanoTime();
    private final Map<String, List<Long>> history = new LinkedHashMap<>();
    private final Map<Rival, Long> atBegin = new HashMap<>();
    private final Map<Rival, Long> atLook = new HashMap<>();
    private List<Rival> rivals = List.of();
    private int looks;

    /** From now on these take part. */
    void begin(List<Rival> all) {
        rivals = List.copyOf(all);
        for (Rival each : rivals) {
            long ops = each.ops();
            atBegin.put(each, ops);
            atLook.put(each, ops);
            history.computeIfAbsent(each.name(), _ -> new ArrayList<>());
        }
    }

    /** Notes what each had since the last look. */
    void look() {
        Map<Rival, Long> now = new HashMap<>();
        rivals.forEach(each -> now.put(each, each.ops()));
        for (Rival each : rivals) {
            List<Long> own = history.getOrDefault(each.name(), List.of());
            while (own.size() < looks) {
                own.add(0L); // it was not there yet
            }
            own.add(share(each, now, atLook));
        }
        atLook.putAll(now);
        looks++;
    }

    /** What it had since all who take part do, in hundredths. */
    long sinceBegin(Rival rival) {
        return share(rival, atLook, atBegin);
    }

    private long share(Rival rival, Map<Rival, Long> now, Map<Rival, Long> before) {
        long all = 0;
        for (Rival each : rivals) {
            all += had(each, now, before);
        }
        return all == 0 ? 0 : Math.round(100.0 * had(rival, now, before) / all);
    }

    private static long had(Rival rival, Map<Rival, Long> now, Map<Rival, Long> before) {
        return now.getOrDefault(rival, 0L) - before.getOrDefault(rival, 0L);
    }

    SharesPicture picture() {
        int all = rivals.stream().mapToInt(Rival::weight).sum();
        var rows = new ArrayList<SharesPicture.Line>();
        for (Rival each : rivals) {
            rows.add(
                    new SharesPicture.Line(
                            each.name(),
                            each.weight(),
                            Math.round(100.0 * each.weight() / all),
                            sinceBegin(each),
                            List.copyOf(history.getOrDefault(each.name(), List.of()))));
        }
        return new SharesPicture(rows, System.nanoTime() - begun);
    }
}
