/**
 * Simulations that switch tasks inside the runtime's own primitives, between any two accesses to
 * what they share. The runtime is loaded once more, with points woven into those classes.
 */
@NullMarked
package dev.stint.verify.inside;

import org.jspecify.annotations.NullMarked;
