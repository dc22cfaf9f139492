package dev.stint.testkit.internal.search;

import dev.stint.env.Decisions.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A schedule as it is kept in a file: what it was found with, how it failed, and each decision.
 *
 * <pre>
 * stint trace 1
 * test      dev.acme.CounterTest#increments
 * seed      1
 * ...
 * decisions 12
 * TASK 2 1
 * </pre>
 *
 * @param facts the lines of the head, by their first word
 */
public record Recording(Map<String, String> facts, Choices choices) {
    /** The fact that says what kind of failure it was, and then in words. */
    public static final String FAILURE = "failure";

    /** The fact that names the class of what was thrown in the first place. */
    public static final String THROWN = "thrown";

    private static final String FIRST_LINE = "stint trace 1";
    private static final int LONGEST_FACT = 500;

    /** As it is kept in a file. */
    public String toText() {
        var text = new StringBuilder(FIRST_LINE).append('\n');
        facts.forEach(
                (name, value) ->
                        text.append(String.format(Locale.ROOT, "%-10s%s\n", name, oneLine(value))));
        text.append("decisions ").append(choices.size()).append('\n');
        for (int i = 0; i < choices.size(); i++) {
            text.append(choices.kind(i))
                    .append(' ')
                    .append(choices.alternatives(i))
                    .append(' ')
                    .append(choices.pick(i))
                    .append('\n');
        }
        return text.toString();
    }

    private static String oneLine(String value) {
        String flat = value.replaceAll("\\s+", " ").strip();
        return flat.length() <= LONGEST_FACT ? flat : flat.substring(0, LONGEST_FACT) + " ...";
    }

    /** A fact that is a number. */
    public long number(String fact, long otherwise) {
        String text = facts.get(fact);
        if (text == null) {
            return otherwise;
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "the trace file says '" + fact + " " + text + "', which is no number");
        }
    }

    public static Recording read(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no trace file " + file);
        } catch (java.nio.charset.CharacterCodingException e) {
            throw new IllegalArgumentException(file + " is not a trace file: it is not text");
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read trace file " + file + ": " + e, e);
        }
        return parse(lines, file.toString());
    }

    static Recording parse(List<String> lines, String name) {
        if (lines.isEmpty() || !lines.getFirst().equals(FIRST_LINE)) {
            throw new IllegalArgumentException(
                    name + " is not a trace file: its first line is not '" + FIRST_LINE + "'");
        }
        Map<String, String> facts = new LinkedHashMap<>();
        var choices = new Choices();
        int expected = -1;
        for (int i = 1; i < lines.size(); i++) {
            String[] words = lines.get(i).strip().split("\\s+", expected < 0 ? 2 : -1);
            try {
                if (expected >= 0) {
                    addChoice(words, choices);
                } else if (words[0].equals("decisions")) {
                    expected = Integer.parseInt(words[1]);
                } else {
                    facts.put(words[0], words.length > 1 ? words[1] : "");
                }
            } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
                throw new IllegalArgumentException(
                        name + " line " + (i + 1) + " is not a decision: " + oneLine(lines.get(i)));
            }
        }
        if (choices.size() != expected) {
            throw new IllegalArgumentException(
                    name
                            + " is cut short: it has "
                            + choices.size()
                            + " decisions of "
                            + Math.max(0, expected));
        }
        return new Recording(facts, choices);
    }

    private static void addChoice(String[] words, Choices choices) {
        int alternatives = Integer.parseInt(words[1]);
        int pick = Integer.parseInt(words[2]);
        if (words.length != 3 || alternatives < 2 || pick < 0 || pick >= alternatives) {
            throw new IllegalArgumentException();
        }
        choices.add(Kind.valueOf(words[0]), alternatives, pick);
    }
}
