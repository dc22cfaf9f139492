package dev.stint.libraries.work;

import com.google.common.base.CharMatcher;
import com.google.common.base.Joiner;
import com.google.common.base.Splitter;
import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Iterables;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Lists;
import com.google.common.collect.MultimapBuilder;
import com.google.common.collect.Multiset;
import com.google.common.collect.Range;
import com.google.common.collect.TreeRangeSet;
import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;

/** Splits, groups, counts, sorts and hashes words. */
public final class GuavaCollections implements Callable<String> {
    private final String text = Documents.prose(6_000);

    @Override
    public String call() {
        List<String> words =
                Splitter.on(',')
                        .trimResults(CharMatcher.whitespace())
                        .omitEmptyStrings()
                        .splitToList(text);
        ListMultimap<Integer, String> byLength =
                MultimapBuilder.treeKeys().arrayListValues().build();
        Multiset<String> counts = HashMultiset.create();
        var ranges = TreeRangeSet.<Integer>create();
        for (String word : words) {
            byLength.put(word.length(), word);
            counts.add(word);
            int start = word.hashCode() & 0xffff;
            ranges.add(Range.closedOpen(start, start + 5));
        }
        var sorted = ImmutableSortedMap.<String, Integer>naturalOrder();
        for (String word : counts.elementSet()) {
            sorted.put(word, counts.count(word));
        }
        var hash = Hashing.murmur3_128().newHasher();
        for (List<String> some : Lists.partition(words, 100)) {
            hash.putString(Joiner.on(' ').join(Iterables.limit(some, 90)), StandardCharsets.UTF_8);
        }
        return words.size()
                + " words, "
                + byLength.keySet()
                + ", "
                + sorted.build().hashCode()
                + ", "
                + ranges.asRanges().size()
                + ", "
                + hash.hash();
    }
}
