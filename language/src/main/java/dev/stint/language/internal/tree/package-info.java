/** The tree of a script, as it was written. Immutable; every node knows its place. */
@NullMarked
package dev.stint.language.internal.tree;

import org.jspecify.annotations.NullMarked;
