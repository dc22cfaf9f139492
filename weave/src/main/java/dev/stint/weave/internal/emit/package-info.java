/** Writes a method anew, with its charges. */
@org.jspecify.annotations.NullMarked
package dev.stint.weave.internal.emit;
