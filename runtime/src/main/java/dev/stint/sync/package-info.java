/**
 * Small things by which tasks wait for each other without passing a value: permits, a lock, a
 * count, a pace. Threads outside any scheduler may use them as well.
 */
@NullMarked
package dev.stint.sync;

import org.jspecify.annotations.NullMarked;
