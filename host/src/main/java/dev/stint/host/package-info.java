/** The command line of Stint. */
@NullMarked
package dev.stint.host;

import org.jspecify.annotations.NullMarked;
