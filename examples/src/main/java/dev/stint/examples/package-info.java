/** Programs that use Stint as its users do: from outside, through the public packages only. */
@NullMarked
package dev.stint.examples;

import org.jspecify.annotations.NullMarked;
