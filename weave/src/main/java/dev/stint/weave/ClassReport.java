package dev.stint.weave;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a class consisted of, in the terms of the charging rule.
 *
 * @param name of the class, with dots
 * @param methods with code
 * @param blocks that are charged
 * @param loops that count in a local variable, the inner ones not counted for themselves
 * @param backwardBranches all of them, also those of such loops
 * @param calls sites that call
 * @param priced those of methods outside that have a price
 * @param replaced those of methods outside in whose place another is called
 * @param unpriced methods outside that cost a call and no more, with the number of their sites
 * @param allocations sites that make an object or an array
 * @param unknownSizes objects whose class could not be found
 * @param bytesIn size of the class file
 * @param bytesOut size of the woven one
 */
public record ClassReport(
        String name,
        int methods,
        int blocks,
        int loops,
        int backwardBranches,
        int calls,
        int priced,
        int replaced,
        SortedMap<String, Integer> unpriced,
        int allocations,
        int unknownSizes,
        int bytesIn,
        int bytesOut) {
    public ClassReport {
        unpriced = Collections.unmodifiableSortedMap(new TreeMap<>(unpriced));
    }
}
