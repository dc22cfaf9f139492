package dev.stint.libraries.work;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import kotlin.collections.CollectionsKt;
import kotlin.random.Random;
import kotlin.random.RandomKt;
import kotlin.ranges.IntProgression;
import kotlin.ranges.RangesKt;
import kotlin.sequences.Sequence;
import kotlin.sequences.SequencesKt;
import kotlin.text.Regex;
import kotlin.text.StringsKt;

/** Kotlin's own collections, sequences, ranges, texts and random numbers. */
public final class KotlinCollections implements Callable<String> {
    private final String text = Documents.prose(3_000);

    @Override
    public String call() {
        List<String> words =
                CollectionsKt.filter(
                        StringsKt.split(text, new char[] {',', '\n'}, false, 0),
                        word -> !StringsKt.isBlank(word));
        Map<Character, List<String>> groups =
                CollectionsKt.groupByTo(
                        words, new java.util.LinkedHashMap<>(), word -> StringsKt.last(word));
        int windows = 0;
        for (List<String> window : CollectionsKt.windowed(words, 3, 2, true)) {
            windows = windows * 31 + window.hashCode();
        }
        Random random = RandomKt.Random(42);
        List<Integer> shuffled =
                CollectionsKt.shuffled(CollectionsKt.toList(range(0, 2_000, 1)), random);
        Sequence<Integer> evens =
                SequencesKt.filter(CollectionsKt.asSequence(shuffled), n -> n % 2 == 0);
        int sum = SequencesKt.sumOfInt(SequencesKt.take(SequencesKt.map(evens, n -> n * 3), 700));
        String replaced = new Regex("b(u)dget(\\d+)").replace(text, "$2$1");
        return words.size()
                + " words, "
                + groups.hashCode()
                + ", "
                + windows
                + ", "
                + CollectionsKt.sorted(shuffled).hashCode()
                + ", "
                + sum
                + ", "
                + replaced.hashCode();
    }

    private static Iterable<Integer> range(int from, int until, int step) {
        IntProgression range = RangesKt.until(from, until);
        return RangesKt.step(range, step);
    }
}
