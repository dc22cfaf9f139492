/** Bugs that were made on purpose, each with its cure, to prove that the testkit finds bugs. */
@NullMarked
package dev.stint.testkit.gallery;

import org.jspecify.annotations.NullMarked;
