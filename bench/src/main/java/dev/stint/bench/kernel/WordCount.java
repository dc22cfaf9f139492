package dev.stint.bench.kernel;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;

/** Loops that call little but the JDK: builders of texts, and a map. */
public final class WordCount implements Callable<Long> {
    private static final int TIMES = 6;
    private static final int WORDS = 20_000;

    private final String text;

    public WordCount() {
        var random = new Random(42);
        var building = new StringBuilder();
        for (int i = 0; i < WORDS; i++) {
            int word = (int) Math.abs(random.nextGaussian() * 300);
            building.append('w').append(Integer.toString(word, 36));
            building.append(i % 11 == 0 ? ".\n" : " ");
        }
        text = building.toString();
    }

    @Override
    public Long call() {
        long total = 0;
        for (int i = 0; i < TIMES; i++) {
            Map<String, Integer> counts = counts();
            total += listed(counts).length() + counts.getOrDefault("w0", 0);
        }
        return total;
    }

    private Map<String, Integer> counts() {
        Map<String, Integer> counts = new HashMap<>();
        var word = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
                word.append(c);
            } else if (!word.isEmpty()) {
                counts.merge(word.toString(), 1, Integer::sum);
                word.setLength(0);
            }
        }
        return counts;
    }

    private static String listed(Map<String, Integer> counts) {
        var list = new StringBuilder();
        for (Map.Entry<String, Integer> entry : counts.entrySet()) {
            list.append(entry.getKey()).append('=').append(entry.getValue()).append(';');
        }
        return list.toString();
    }
}
