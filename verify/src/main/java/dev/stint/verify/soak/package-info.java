/**
 * The soak: every primitive at once on real threads, with cancels, deadlines, interrupts, closes
 * and threads outside, and everything accounted for.
 */
@NullMarked
package dev.stint.verify.soak;

import org.jspecify.annotations.NullMarked;
