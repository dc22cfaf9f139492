/** The command line of Stint, and the only {@code main}. */
@NullMarked
package dev.stint.host;

import org.jspecify.annotations.NullMarked;
