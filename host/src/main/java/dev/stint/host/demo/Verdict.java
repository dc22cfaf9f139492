package dev.stint.host.demo;

import java.util.List;
import java.util.Map;

/**
 * How one scene ended.
 *
 * @param figure the number that says most, or why the claim did not hold
 * @param notes lines worth reading, such as a report that the scene provoked
 * @param numbers what was counted, by name, in the order it was told
 * @param millis how long the scene took
 */
record Verdict(
        String scene,
        String claim,
        boolean held,
        String figure,
        List<String> notes,
        Map<String, Long> numbers,
        long millis) {}
