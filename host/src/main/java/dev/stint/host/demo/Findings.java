package dev.stint.host.demo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a scene has seen so far. The claim holds if at least one thing was expected and everything
 * expected was so: a scene that checks nothing proves nothing.
 *
 * <p>Locked, because a scene that is cut off may still be writing.
 */
final class Findings {
    private final List<String> failures = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Map<String, Long> numbers = new LinkedHashMap<>();
    private String figure = "";
    private int expected;

    /** Checks a part of the claim; {@code otherwise} says what was seen if it is not so. */
    synchronized void expect(boolean isSo, String otherwise) {
        expected++;
        if (!isSo) {
            failures.add(otherwise);
        }
    }

    /** Checks a count. */
    void expectEqual(String what, long seen, long right) {
        expect(seen == right, what + " is " + Text.number(seen) + ", not " + Text.number(right));
    }

    /** The scene could not be played to its end. */
    void failed(String why) {
        expect(false, why);
    }

    synchronized void note(String line) {
        notes.add(line);
    }

    synchronized void number(String name, long value) {
        numbers.put(name, value);
    }

    /** The number that says most, in words. */
    synchronized void figure(String text) {
        figure = text;
    }

    synchronized Verdict verdict(Scene scene, long millis) {
        boolean held = expected > 0 && failures.isEmpty();
        return new Verdict(
                scene.name(),
                scene.claim(),
                held,
                held ? figure : reason(),
                List.copyOf(notes),
                new LinkedHashMap<>(numbers),
                millis);
    }

    private String reason() {
        return failures.isEmpty() ? "nothing was checked" : String.join("; ", failures);
    }
}
