/**
 * Weaves code for a simulation: a point before each access to what others may see, monitors that a
 * scheduler keeps, and a clock and chance that a seed decides.
 */
@NullMarked
package dev.stint.weave.points;

import org.jspecify.annotations.NullMarked;
