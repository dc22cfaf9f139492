package dev.stint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The list of all clauses: for each specification a line with its file and its digest, then a line
 * for each clause with its id and the heading it stands under; a dash is a heading without one.
 */
final class ClauseList {
    private static final Pattern MARK = Pattern.compile("(?m)^\\[([A-Z]+:[0-9.]+)]");
    private static final Pattern HEADING =
            Pattern.compile("(?m)^(##+) (?:(\\d+(?:\\.\\d+)*)\\.? )?(.*)$");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```.*?^```");
    private static final int DIGITS = 16;

    /** One line: the id is a dash if the heading asks for nothing. */
    record Entry(String id, String heading) {
        boolean isClause() {
            return !id.equals("-");
        }
    }

    /** What is listed of one specification. */
    record Spec(String file, String digest, List<Entry> entries) {}

    private final List<Spec> specs = new ArrayList<>();

    private ClauseList() {}

    /** The list as it is committed. */
    static ClauseList read() {
        var list = new ClauseList();
        try (var in = ClauseList.class.getResourceAsStream("clauses.txt")) {
            var text =
                    new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            text.lines().filter(l -> !l.isEmpty() && !l.startsWith("#")).forEach(list::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return list;
    }

    private void add(String line) {
        if (line.startsWith("spec ")) {
            String[] words = line.split(" ", -1);
            specs.add(new Spec(words[1], words[2], new ArrayList<>()));
        } else {
            String[] parts = line.split("\t", -1);
            specs.getLast().entries().add(new Entry(parts[0], parts[1]));
        }
    }

    List<Spec> specs() {
        return specs;
    }

    /** All ids. */
    List<String> ids() {
        return specs.stream()
                .flatMap(spec -> spec.entries().stream())
                .filter(Entry::isClause)
                .map(Entry::id)
                .toList();
    }

    /** What differs between the list and a specification; empty if it was made from this text. */
    static List<String> differences(Spec spec, Path file) throws IOException {
        var found = new ArrayList<String>();
        String text = Files.readString(file);
        if (!digest(text).equals(spec.digest())) {
            found.add(spec.file() + " has changed: its digest is " + digest(text));
        }
        Set<String> ids =
                spec.entries().stream()
                        .map(Entry::id)
                        .collect(Collectors.toCollection(TreeSet::new));
        Set<String> headings =
                spec.entries().stream().map(Entry::heading).collect(Collectors.toSet());
        String prose = BLOCK.matcher(text).replaceAll("");
        MARK.matcher(prose)
                .results()
                .map(mark -> mark.group(1))
                .filter(id -> !ids.contains(id))
                .forEach(id -> found.add(spec.file() + " has " + id + ", the list has not"));
        boolean marked = MARK.matcher(prose).find();
        boolean numbered = ids.contains("NURSERY:1.1");
        Set<String> titles = new HashSet<>();
        Matcher heading = HEADING.matcher(prose);
        while (heading.find()) {
            String title = heading.group(3).replace("`", "");
            titles.add(title);
            boolean isPart = heading.group(1).length() == 2;
            // Where sections are numbered, the parts above them ask for nothing themselves.
            if (!(isPart && (marked || numbered)) && !headings.contains(title)) {
                found.add(spec.file() + " has the heading '" + title + "', the list has not");
            }
            if (numbered && !isPart && !ids.contains("NURSERY:" + heading.group(2))) {
                found.add(spec.file() + " has section " + heading.group(2) + ", the list has not");
            }
        }
        for (Entry entry : spec.entries()) {
            if (!titles.contains(entry.heading())) {
                found.add("the list has the heading '" + entry.heading() + "', no such in " + file);
            }
        }
        return found;
    }

    private static String digest(String text) {
        try {
            byte[] bytes =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(bytes).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new LinkageError("every JDK has SHA-256", e);
        }
    }
}
