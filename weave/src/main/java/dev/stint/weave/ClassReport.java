package dev.stint.weave;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The figures of one woven class, in the terms of the charging rule.
 *
 * @param name of the class, with dots
 * @param methods how many have code
 * @param blocks how many are charged
 * @param loops how many count in a local variable; a loop inside such a loop is not counted again
 * @param backwardBranches how many there are, those of such loops included
 * @param calls how many sites call something
 * @param priced how many of them call a method outside that has a price
 * @param replaced how many of them call something else instead
 * @param unpriced the methods outside that cost the call and no more, each with the number of its
 *     sites
 * @param allocations how many sites make an object or an array
 * @param unknownSizes how many of them make an object of a class that was not found
 * @param refusals what throws when it is reached, each with its method
 * @param bytesIn the size of the class file
 * @param bytesOut the size of the woven one
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
        List<Refusal> refusals,
        int bytesIn,
        int bytesOut) {
    public ClassReport {
        unpriced = Collections.unmodifiableSortedMap(new TreeMap<>(unpriced));
        refusals = List.copyOf(refusals);
    }
}
