/** What becomes of each instruction, handle and method of a class, decided before it is written. */
@org.jspecify.annotations.NullMarked
package dev.stint.weave.internal.plan;
