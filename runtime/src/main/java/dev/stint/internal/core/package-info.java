/** Tasks and the stacks they run on: the control word, cores, parking. */
@NullMarked
package dev.stint.internal.core;

import org.jspecify.annotations.NullMarked;
