package dev.stint.host.demo;

import java.util.List;
import java.util.Locale;

/** How numbers and tables are written, the same on every machine. */
final class Text {
    private Text() {}

    /** 1234567 as {@code 1,234,567}. */
    static String number(long n) {
        return String.format(Locale.ROOT, "%,d", n);
    }

    /** A rate per second, as a whole number. */
    static String rate(long count, long nanos) {
        return number(perSecond(count, nanos));
    }

    static long perSecond(long count, long nanos) {
        return nanos <= 0 ? 0 : Math.round(count * 1e9 / nanos);
    }

    static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }

    static String seed(long seed) {
        return "0x" + Long.toHexString(seed);
    }

    /**
     * Rows of equally many cells, made equally wide; a column that holds a number goes to the
     * right. Two blanks between columns, none at the end.
     */
    static List<String> align(List<List<String>> rows) {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        var widths = new int[columns];
        var right = new boolean[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
                right[i] |= isNumber(row.get(i));
            }
        }
        return rows.stream().map(row -> line(row, widths, right)).toList();
    }

    private static String line(List<String> row, int[] widths, boolean[] right) {
        var text = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            String cell = row.get(i);
            String blanks = " ".repeat(widths[i] - cell.length());
            text.append(i == 0 ? "" : "  ").append(right[i] ? blanks + cell : cell + blanks);
        }
        return text.toString().stripTrailing();
    }

    private static boolean isNumber(String cell) {
        return !cell.isEmpty() && cell.chars().allMatch(c -> c == ',' || (c >= '0' && c <= '9'));
    }
}
