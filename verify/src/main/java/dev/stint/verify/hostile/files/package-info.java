/** Hostile class files by the million, against oracles. */
@NullMarked
package dev.stint.verify.hostile.files;

import org.jspecify.annotations.NullMarked;
