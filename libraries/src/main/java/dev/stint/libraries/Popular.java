package dev.stint.libraries;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * A library that many programs use, with one that does what it is for.
 *
 * @param label as it is called in tables
 * @param className of the program
 * @param jars those of the library, and those that it needs
 * @param work what the program does, for people
 * @param refused what a tenant is refused that it needs, and why it must be; empty if it runs
 */
public record Popular(
        String label, String className, List<String> jars, String work, String refused) {
    private static final String TABLE = "popular.txt";
    private static final String RUNS = "runs";
    private static final String REFUSED = "refused ";
    private static final int COLUMNS = 5;

    /** All of them, in the order of the table. */
    public static List<Popular> all() {
        try (InputStream in = Popular.class.getResourceAsStream(TABLE)) {
            if (in == null) {
                throw new IllegalStateException("there is no table " + TABLE + " here; rebuild");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Popular::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(TABLE + " cannot be read", e);
        }
    }

    public static Popular of(String label) {
        return all().stream()
                .filter(library -> library.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no library " + label));
    }

    static Popular parse(String line) {
        List<String> columns = Arrays.stream(line.split("\\|")).map(String::strip).toList();
        if (columns.size() != COLUMNS) {
            throw new IllegalArgumentException(
                    TABLE + ": a line has " + COLUMNS + " columns, and not: " + line);
        }
        String verdict = columns.get(4);
        if (!verdict.equals(RUNS) && !verdict.startsWith(REFUSED)) {
            throw new IllegalArgumentException(
                    TABLE + ": the last column is 'runs' or 'refused MEMBER, why': " + line);
        }
        return new Popular(
                columns.get(0),
                "dev.stint.libraries." + columns.get(1),
                List.of(columns.get(2).split(" ")),
                columns.get(3),
                verdict.equals(RUNS) ? "" : verdict.substring(REFUSED.length()));
    }

    public boolean runs() {
        return refused.isEmpty();
    }
}
