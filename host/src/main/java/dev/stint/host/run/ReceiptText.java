package dev.stint.host.run;

import dev.stint.budget.Budget;
import dev.stint.budget.Component;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.error.GuardExceededException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tells how a run ended and what it has cost, for people and for programs. */
public final class ReceiptText {
    private static final int BAR = 20;
    private static final String EIGHTHS = " ▏▎▍▌▋▊▉";

    private ReceiptText() {}

    /**
     * The lines of a receipt.
     *
     * @param bars whether to draw some, for a terminal
     */
    public static List<String> lines(App app, Terms terms, Ended ended, boolean bars) {
        List<String> lines = new ArrayList<>();
        if (ended.how() != Ended.How.EXHAUSTED) {
            ended.cause().ifPresent(e -> lines.addAll(TenantTrace.of(e, app.name())));
        }
        lines.add(app.name() + ": " + inWords(ended, terms) + ", surface " + terms.surfaceName());
        if (isStuck(ended)) {
            lines.add("  nothing could run until then:" + ended.waiting().replace("\n", "\n  "));
        }
        int width =
                Stream.of(Component.values())
                        .flatMap(c -> Stream.of(terms.budget().get(c), ended.spent().get(c)))
                        .mapToInt(amount -> amount(amount).length())
                        .max()
                        .orElse(0);
        for (Component c : Component.values()) {
            long spent = ended.spent().get(c);
            long given = terms.budget().get(c);
            String line =
                    String.format(
                            Locale.ROOT,
                            "  %-18s %" + width + "s of %" + width + "s %7s  %s",
                            c.inWords(),
                            amount(spent),
                            amount(given),
                            percent(spent, given),
                            bars ? bar(spent, given) : "");
            lines.add(line.stripTrailing());
        }
        if (!ended.debt().isZero()) {
            lines.add("  of that on credit: " + inWords(ended.debt()));
        }
        if (ended.tasks() > 1) {
            lines.add("  by " + amount(ended.tasks()) + " tasks");
        }
        return lines;
    }

    private static String inWords(Ended ended, Terms terms) {
        String time = String.format(Locale.ROOT, "%.2f s", ended.wall().toNanos() / 1e9);
        return switch (ended.how()) {
            case COMPLETED -> "completed in " + time;
            case FAILED -> "failed after " + time;
            case EXHAUSTED -> "exhausted after " + time + why(ended);
            case GUARDED -> "ended by a guard after " + time + guard(ended);
            case STOPPED ->
                    "stopped after "
                            + time
                            + " (it may take "
                            + terms.time().toSeconds()
                            + (terms.seed().isEmpty() ? " s)" : " s by the virtual clock)");
            case INTERRUPTED -> "interrupted after " + time;
        };
    }

    private static boolean isStuck(Ended ended) {
        return ended.how() == Ended.How.STOPPED && !ended.waiting().isEmpty();
    }

    private static String why(Ended ended) {
        return ended.cause().orElse(null) instanceof BudgetExhaustedException e
                ? " (no " + e.bill().component().inWords() + " left)"
                : "";
    }

    private static String guard(Ended ended) {
        return ended.cause().orElse(null) instanceof GuardExceededException e
                ? " (" + e.reading().inWords() + ")"
                : "";
    }

    private static String inWords(Budget amounts) {
        return Stream.of(Component.values())
                .filter(c -> amounts.get(c) > 0)
                .map(c -> String.format(Locale.ROOT, "%,d %s", amounts.get(c), c.inWords()))
                .collect(Collectors.joining(", "));
    }

    private static String amount(long amount) {
        return amount == Budget.MOST ? "unlimited" : String.format(Locale.ROOT, "%,d", amount);
    }

    private static String percent(long spent, long given) {
        if (spent == 0 || given == 0 || given == Budget.MOST) {
            return "";
        }
        return String.format(Locale.ROOT, "%.1f %%", spent * 100.0 / given);
    }

    static String bar(long spent, long given) {
        double part = given == 0 || given == Budget.MOST ? 0 : (double) spent / given;
        long eighths = Math.min(BAR * 8, (long) Math.ceil(part * BAR * 8));
        String last = EIGHTHS.substring((int) (eighths % 8), (int) (eighths % 8) + 1);
        return "█".repeat((int) (eighths / 8)) + last;
    }

    /** The same for programs. */
    public static Map<String, Object> toMap(App app, Terms terms, Ended ended) {
        var map = new LinkedHashMap<String, Object>();
        map.put("app", app.name());
        map.put("ended", ended.how().name().toLowerCase(Locale.ROOT));
        map.put("exitCode", ended.how().exitCode());
        map.put("surface", terms.surfaceName());
        terms.seed().ifPresent(seed -> map.put("seed", seed));
        map.put("millis", ended.wall().toMillis());
        map.put("given", toMap(terms.budget()));
        map.put("spent", toMap(ended.spent()));
        map.put("debt", toMap(ended.debt()));
        map.put("tasks", ended.tasks());
        map.put("hash", Long.toHexString(ended.hash()));
        if (isStuck(ended)) {
            map.put("waiting", ended.waiting().strip().lines().map(String::strip).toList());
        }
        ended.cause()
                .ifPresent(
                        e -> {
                            map.put("cause", TenantTrace.inWords(e));
                            map.put("trace", TenantTrace.of(e, app.name()));
                        });
        if (ended.cause().orElse(null) instanceof GuardExceededException e) {
            map.put("guard", toMap(e));
        }
        return map;
    }

    private static Map<String, Object> toMap(GuardExceededException e) {
        var map = new LinkedHashMap<String, Object>();
        map.put("name", e.reading().guard().name().toLowerCase(Locale.ROOT));
        map.put("measured", e.reading().measured());
        map.put("charged", e.reading().charged());
        map.put("allowance", e.reading().allowance());
        map.put("lastCalls", e.lastCalls().stream().map(StackTraceElement::toString).toList());
        return map;
    }

    private static Map<String, Object> toMap(Budget budget) {
        var map = new LinkedHashMap<String, Object>();
        map.put("ops", budget.ops());
        map.put("memory", budget.memory());
        map.put("spawns", budget.spawns());
        map.put("channelOps", budget.channelOps());
        map.put("syscalls", budget.syscalls());
        return map;
    }
}
