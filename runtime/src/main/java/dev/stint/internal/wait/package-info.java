/**
 * What a wait is made of: the one claim that ends it, lines of those who wait, the lock that guards
 * a line, and timers. Knows nobody who waits.
 */
@NullMarked
package dev.stint.internal.wait;

import org.jspecify.annotations.NullMarked;
