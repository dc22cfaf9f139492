/** The monitor of a scheduler's workers: helps where one makes no step. */
@NullMarked
package dev.stint.internal.monitor;

import org.jspecify.annotations.NullMarked;
