/**
 * Programs that are run unwoven, woven and interpreted, with the same result and the same count.
 * Each has a {@code public static Object run(int)}, and uses one part of the language much.
 */
@org.jspecify.annotations.NullMarked
package dev.stint.weave.reference.programs;
