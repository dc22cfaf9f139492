/** Actors: tasks that take messages from a mailbox, one at a time. */
@NullMarked
package dev.stint.actor;

import org.jspecify.annotations.NullMarked;
