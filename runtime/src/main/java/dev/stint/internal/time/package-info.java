/** Timers. */
@NullMarked
package dev.stint.internal.time;

import org.jspecify.annotations.NullMarked;
