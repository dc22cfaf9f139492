package dev.stint.host.demo;

import dev.stint.budget.Budget;
import java.util.ArrayList;
import java.util.List;

/**
 * The tenants of the siege now.
 *
 * @param since nanoseconds from its start
 */
record SiegePicture(Honest honest, List<Besieger> hostile, long since) implements Picture {
    private static final List<String> HEADER =
            List.of("tenant", "state", "tries", "ops", "bytes", "spawns", "verdict");

    @Override
    public String line() {
        return Text.seconds(since) + "  " + totals();
    }

    private String totals() {
        long attempts = hostile.stream().mapToLong(Besieger::attempts).sum();
        long out = hostile.stream().filter(one -> one.escaped() != null).count();
        return Text.number(honest.latencies().count())
                + " requests answered, p99 "
                + (honest.latencies().count() == 0
                        ? "-"
                        : Latencies.millis(honest.latencies().percentile(0.99)))
                + "; "
                + Text.number(attempts)
                + " attempts of "
                + hostile.size()
                + " attackers, "
                + (out == 0 ? "all contained" : out + " NOT contained");
    }

    @Override
    public List<String> rows(Ink ink) {
        List<List<String>> cells = new ArrayList<>();
        cells.add(HEADER);
        cells.add(
                row(
                        "honest",
                        "serving",
                        honest.latencies().count(),
                        honest.spent(),
                        honest.wrong() == 0 ? "served" : "WRONG"));
        for (Besieger one : hostile) {
            cells.add(
                    row(
                            one.attack().title(),
                            one.attempts() == 0
                                    ? "running"
                                    : one.last().name().toLowerCase(java.util.Locale.ROOT),
                            one.attempts(),
                            one.spent(),
                            verdict(one)));
        }
        List<String> rows = new ArrayList<>(Text.align(cells));
        rows.set(0, ink.faint(rows.getFirst()));
        for (int i = 0; i < hostile.size(); i++) {
            if (hostile.get(i).escaped() != null) {
                rows.set(i + 2, ink.bad(rows.get(i + 2)));
            }
        }
        rows.add(line());
        return rows;
    }

    private static List<String> row(
            String tenant, String state, long tries, Budget spent, String verdict) {
        return List.of(
                tenant,
                state,
                Text.number(tries),
                Text.number(spent.ops()),
                Text.number(spent.memory()),
                Text.number(spent.spawns()),
                verdict);
    }

    private static String verdict(Besieger one) {
        if (one.escaped() != null) {
            return "NOT CONTAINED";
        }
        return one.attempts() == 0 ? "" : "contained";
    }
}
