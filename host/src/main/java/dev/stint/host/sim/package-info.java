/** Explores methods from the command line. */
@NullMarked
package dev.stint.host.sim;

import org.jspecify.annotations.NullMarked;
