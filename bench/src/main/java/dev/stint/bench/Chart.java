package dev.stint.bench;

import java.util.List;
import java.util.Locale;

/** A bar chart of one shape, as SVG. */
final class Chart {
    private static final int WIDTH = 680;
    private static final int LABELS = 170;
    private static final int BARS = 380;
    private static final int TOP = 62;
    private static final int STEP = 30;
    private static final int THICKNESS = 20;

    private Chart() {}

    static String svg(Shape shape, List<Row> rows, boolean quick) {
        var figure = shape.mainFigure();
        var shown = rows.stream().filter(row -> row.metric().equals(figure.metric())).toList();
        double longest = shown.stream().mapToDouble(Row::value).max().orElse(1);
        int height = TOP + STEP * shown.size() + 30;
        var svg = new StringBuilder();
        svg.append(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%1$d\" height=\"%2$d\" viewBox=\"0 0 %1$d %2$d\" font-family=\"sans-serif\" font-size=\"13\">\n"
                        .formatted(WIDTH, height));
        svg.append("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
        text(svg, 16, 26, "font-size=\"16\" font-weight=\"bold\"", shape.label());
        text(svg, 16, 46, "fill=\"#555555\"", shape.title(quick) + "; " + sense(figure));
        int y = TOP;
        for (Row row : shown) {
            bar(svg, y, row, longest, Table.ratio(row, rows).orElse(Double.NaN));
            y += STEP;
        }
        text(svg, 16, height - 12, "fill=\"#888888\" font-size=\"11\"", Table.DISCLAIMER);
        return svg.append("</svg>\n").toString();
    }

    private static String sense(Figure figure) {
        return figure.metric() + ", " + (figure.moreIsBetter() ? "more" : "less") + " is better";
    }

    private static void bar(StringBuilder svg, int y, Row row, double longest, double ratio) {
        double length = Math.max(1, BARS * row.value() / longest);
        int middle = y + THICKNESS / 2 + 5;
        text(svg, LABELS - 10, middle, "text-anchor=\"end\"", row.impl());
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>%n",
                        LABELS,
                        y,
                        length,
                        THICKNESS,
                        colour(row.impl())));
        var value = Table.number(row.value()) + " " + row.unit();
        var times =
                Double.isNaN(ratio) || ratio == 1 ? "" : "  (" + Table.number(ratio) + " x stint)";
        int x = LABELS + (int) length + 8;
        // Beside the bar, or inside the end of a long one.
        if (x + 150 <= WIDTH) {
            text(svg, x, middle, "", value + times);
        } else {
            text(svg, x - 14, middle, "text-anchor=\"end\" fill=\"#ffffff\"", value + times);
        }
    }

    private static String colour(String impl) {
        return impl.startsWith("stint") ? "#1f6f8b" : "#8a8f98";
    }

    static void text(StringBuilder svg, int x, int y, String style, String words) {
        svg.append("<text x=\"%d\" y=\"%d\" %s>%s</text>\n".formatted(x, y, style, escape(words)));
    }

    private static String escape(String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
