/**
 * What tasks may do beyond computing, by the rights they hold: files, sockets, the clock, chance,
 * output.
 */
@NullMarked
package dev.stint.internal.rights;

import org.jspecify.annotations.NullMarked;
