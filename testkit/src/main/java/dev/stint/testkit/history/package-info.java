/**
 * Histories: who called what and got which answer, and whether some order of single steps explains
 * them. {@link dev.stint.testkit.history.Linearizable} is where to begin.
 */
@NullMarked
package dev.stint.testkit.history;

import org.jspecify.annotations.NullMarked;
