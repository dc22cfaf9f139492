/** The queues that runnable tasks wait in. */
@NullMarked
package dev.stint.internal.queue;

import org.jspecify.annotations.NullMarked;
