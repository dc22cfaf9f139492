/** Finds the schedule that breaks a concurrent program, replays it, and shrinks it. */
@NullMarked
package dev.stint.testkit;

import org.jspecify.annotations.NullMarked;
