package dev.stint.bench;

import dev.stint.bench.LinePlot.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is better seen as lines than as bars. */
final class Plots {
    private static final int[] TENANTS = {1, 10, 1_000, 10_000};

    private Plots() {}

    static boolean has(Shape shape) {
        return shape == Shape.SHARES || shape == Shape.TENANTS;
    }

    /** The plot of a shape as SVG; empty if it has none. */
    static Optional<String> of(Shape shape, List<Row> rows) throws InterruptedException {
        return switch (shape) {
            case SHARES -> Optional.of(SharesPlot.svg());
            case TENANTS -> Optional.of(tenants(rows));
            default -> Optional.empty();
        };
    }

    private static String tenants(List<Row> rows) {
        var plot =
                new LinePlot(
                        "tenants",
                        "giving way once, in ns of the processor, turns as short as can be",
                        "tenants (of peers: tasks)");
        for (int each : TENANTS) {
            plot.mark(Math.log10(each), "%,d".formatted(each));
        }
        plot.line("idle beside 10 tasks", points(rows, Impl.STINT, TenantsBench.IDLE));
        plot.line("all busy", points(rows, Impl.STINT, TenantsBench.BUSY));
        plot.line("virtual threads", points(rows, Impl.VIRTUAL_THREADS, TenantsBench.BUSY));
        plot.line("Kotlin", points(rows, Impl.KOTLIN, TenantsBench.BUSY));
        return plot.svg();
    }

    private static List<Point> points(List<Row> rows, Impl impl, String metric) {
        var points = new ArrayList<Point>();
        for (int each : TENANTS) {
            rows.stream()
                    .filter(row -> row.impl().equals(impl.label()))
                    .filter(row -> row.metric().equals(metric + each))
                    .forEach(row -> points.add(new Point(Math.log10(each), row.value())));
        }
        return points;
    }
}
