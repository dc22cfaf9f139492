package dev.stint.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines over a horizontal axis, as SVG. */
final class LinePlot {
    private static final int WIDTH = 680;
    private static final int HEIGHT = 340;
    private static final int LEFT = 70;
    private static final int RIGHT = 520;
    private static final int TOP = 70;
    private static final int BOTTOM = 280;
    private static final int STEPS = 4;
    private static final List<String> COLOURS =
            List.of("#1f6f8b", "#d1495b", "#edae49", "#66a182", "#8a8f98");

    private final String title;
    private final String subtitle;
    private final String below;
    private final List<Line> lines = new ArrayList<>();
    private final List<Mark> marks = new ArrayList<>();

    /**
     * A plot without lines.
     *
     * @param below what the horizontal axis shows
     */
    LinePlot(String title, String subtitle, String below) {
        this.title = title;
        this.subtitle = subtitle;
        this.below = below;
    }

    /** A place on the plot, in its own units. */
    record Point(double x, double y) {}

    /** A word below a place of the horizontal axis. */
    private record Mark(double x, String word) {}

    private record Line(String name, List<Point> points) {}

    LinePlot line(String name, List<Point> points) {
        lines.add(new Line(name, List.copyOf(points)));
        return this;
    }

    LinePlot mark(double x, String word) {
        marks.add(new Mark(x, word));
        return this;
    }

    String svg() {
        double left = marks.stream().mapToDouble(Mark::x).min().orElse(0);
        double right = marks.stream().mapToDouble(Mark::x).max().orElse(1);
        double top = roundUp(highest());
        var svg = new StringBuilder();
        svg.append(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%1$d\" height=\"%2$d\" viewBox=\"0 0 %1$d %2$d\" font-family=\"sans-serif\" font-size=\"13\">\n"
                        .formatted(WIDTH, HEIGHT));
        svg.append("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
        Chart.text(svg, 16, 26, "font-size=\"16\" font-weight=\"bold\"", title);
        Chart.text(svg, 16, 46, "fill=\"#555555\"", subtitle);
        for (int i = 0; i <= STEPS; i++) {
            double value = top * i / STEPS;
            int y = y(value, top);
            svg.append(
                    "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#dddddd\"/>\n"
                            .formatted(LEFT, y, RIGHT, y));
            Chart.text(svg, LEFT - 8, y + 4, "text-anchor=\"end\"", number(value));
        }
        for (Mark mark : marks) {
            int x = x(mark.x, left, right);
            Chart.text(svg, x, BOTTOM + 20, "text-anchor=\"middle\"", mark.word);
        }
        int middle = (LEFT + RIGHT) / 2;
        Chart.text(svg, middle, BOTTOM + 44, "text-anchor=\"middle\" fill=\"#555555\"", below);
        for (int i = 0; i < lines.size(); i++) {
            draw(svg, lines.get(i), i, left, right, top);
        }
        return svg.append("</svg>\n").toString();
    }

    private void draw(
            StringBuilder svg, Line line, int number, double left, double right, double top) {
        String colour = COLOURS.get(number % COLOURS.size());
        svg.append(
                "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"%s\" points=\""
                        .formatted(colour));
        for (Point at : line.points) {
            svg.append("%d,%d ".formatted(x(at.x, left, right), y(at.y, top)));
        }
        svg.append("\"/>\n");
        int y = TOP + 20 * number;
        svg.append(
                "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" fill=\"%s\"/>\n"
                        .formatted(RIGHT + 14, y, colour));
        Chart.text(svg, RIGHT + 32, y + 11, "", line.name);
    }

    private double highest() {
        return lines.stream()
                .flatMap(line -> line.points.stream())
                .mapToDouble(Point::y)
                .max()
                .orElse(1);
    }

    /** To a number that divides well. */
    static double roundUp(double highest) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(highest, 1e-9))));
        for (double each : new double[] {1, 2, 4, 8}) {
            if (highest <= each * power) {
                return each * power;
            }
        }
        return 10 * power;
    }

    private static int x(double value, double left, double right) {
        return (int) Math.round(LEFT + (RIGHT - LEFT) * (value - left) / (right - left));
    }

    private static int y(double value, double top) {
        return (int) Math.round(BOTTOM - (BOTTOM - TOP) * value / top);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value == Math.rint(value) ? "%,.0f" : "%.2f", value);
    }
}
