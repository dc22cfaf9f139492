package dev.stint.policyservice.whatif;

import java.util.List;
import java.util.Locale;

/** Draws what part of the work each tenant had, over time, for both replays. */
final class SharesPicture {
    private static final int WIDTH = 860;
    private static final int PLOT_LEFT = 50;
    private static final int PLOT_WIDTH = 600;
    private static final int PLOT_HEIGHT = 160;
    private static final int PANEL = PLOT_HEIGHT + 70;
    private static final List<String> COLOURS =
            List.of(
                    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#7f7f7f",
                    "#b8a000");

    private final Comparison comparison;
    private final long end;
    private final StringBuilder svg = new StringBuilder();

    SharesPicture(Comparison comparison) {
        this.comparison = comparison;
        this.end = Math.max(comparison.before().nanos(), comparison.after().nanos());
    }

    String draw() {
        add(
                String.format(
                        Locale.ROOT,
                        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d'"
                                + " font-family='sans-serif' font-size='12'>",
                        WIDTH,
                        2 * PANEL));
        add(
                String.format(
                        Locale.ROOT,
                        "<rect width='%d' height='%d' fill='#ffffff'/>",
                        WIDTH,
                        2 * PANEL));
        panel(comparison.before(), 0);
        panel(comparison.after(), PANEL);
        svg.append("</svg>\n");
        return svg.toString();
    }

    private void panel(Outcome outcome, int top) {
        int y = top + 40;
        add(
                String.format(
                        Locale.ROOT,
                        "<text x='%d' y='%d' font-size='14'>shares over time: %s</text>",
                        PLOT_LEFT,
                        top + 25,
                        escaped(outcome.policy())));
        double width = (double) PLOT_WIDTH * outcome.nanos() / Math.max(1, end);
        List<Outcome.Tenant> tenants = outcome.tenants();
        var below = new double[Outcome.PARTS];
        for (int i = 0; i < tenants.size(); i++) {
            area(outcome, i, below, width, y);
            legend(tenants.get(i), i, y);
        }
        add(
                String.format(
                        Locale.ROOT,
                        "<rect x='%d' y='%d' width='%d' height='%d' fill='none' stroke='#333333'/>",
                        PLOT_LEFT,
                        y,
                        PLOT_WIDTH,
                        PLOT_HEIGHT));
        add(
                String.format(
                        Locale.ROOT,
                        "<text x='%d' y='%d' text-anchor='end'>100%%</text>",
                        PLOT_LEFT - 6,
                        y + 10));
        add(
                String.format(
                        Locale.ROOT,
                        "<text x='%d' y='%d' text-anchor='end'>0</text>",
                        PLOT_LEFT - 6,
                        y + PLOT_HEIGHT));
        add(
                String.format(
                        Locale.ROOT,
                        "<text x='%d' y='%d' text-anchor='end'>%s</text>",
                        PLOT_LEFT + PLOT_WIDTH,
                        y + PLOT_HEIGHT + 16,
                        Comparison.time(end)));
    }

    /** One tenant's part, on top of those before it. */
    private void area(Outcome outcome, int tenant, double[] below, double width, int y) {
        var points = new StringBuilder();
        var back = new StringBuilder();
        double step = width / Outcome.PARTS;
        for (int part = 0; part < Outcome.PARTS; part++) {
            long all = 0;
            for (Outcome.Tenant each : outcome.tenants()) {
                all += each.parts().get(part);
            }
            long own = outcome.tenants().get(tenant).parts().get(part);
            double from = below[part];
            double to = from + (all == 0 ? 0 : (double) own / all);
            below[part] = to;
            double left = PLOT_LEFT + part * step;
            points.append(at(left, to, y)).append(at(left + step, to, y));
            back.insert(0, at(left + step, from, y) + at(left, from, y));
        }
        add(
                String.format(
                        Locale.ROOT,
                        "<polygon fill='%s' fill-opacity='0.85' points='%s%s'/>",
                        COLOURS.get(tenant % COLOURS.size()),
                        points,
                        back));
    }

    private static String at(double x, double share, int y) {
        return String.format(Locale.ROOT, "%.1f,%.1f ", x, y + PLOT_HEIGHT * (1 - share));
    }

    private void legend(Outcome.Tenant tenant, int i, int y) {
        int at = y + 4 + 16 * i;
        if (i >= PLOT_HEIGHT / 16) {
            return; // no room: the table has them all
        }
        int x = PLOT_LEFT + PLOT_WIDTH + 12;
        add(
                String.format(
                        Locale.ROOT,
                        "<rect x='%d' y='%d' width='10' height='10' fill='%s'/>",
                        x,
                        at,
                        COLOURS.get(i % COLOURS.size())));
        String name = tenant.name().length() > 16 ? tenant.name().substring(0, 16) : tenant.name();
        String what =
                tenant.isAdmitted() ? " p99 " + Comparison.time(tenant.p99()) : " not admitted";
        add(
                String.format(
                        Locale.ROOT,
                        "<text x='%d' y='%d'>%s</text>",
                        x + 16,
                        at + 10,
                        escaped(name + what)));
    }

    private void add(String line) {
        svg.append(line).append('\n');
    }

    private static String escaped(String text) {
        return text.replaceAll("[\\p{Cntrl}]", "?")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("'", "&#39;");
    }
}
