package dev.stint.weave;

/**
 * What a class consisted of, in the terms of the charging rule.
 *
 * @param name of the class, with dots
 * @param methods with code
 * @param blocks that are charged
 * @param loops counted in a local variable
 * @param backwardBranches all of them, also those of such loops
 * @param calls sites that call
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
        int allocations,
        int unknownSizes,
        int bytesIn,
        int bytesOut) {}
