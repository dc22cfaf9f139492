/**
 * A task from its start to its end: running, waiting, being awaited and cancelled; and how threads
 * outside wait. Knows its nursery as a family, its scheduler as a home.
 */
@NullMarked
package dev.stint.internal.task;

import org.jspecify.annotations.NullMarked;
