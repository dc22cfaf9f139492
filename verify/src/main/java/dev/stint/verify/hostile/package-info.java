/** Machines that look for the next hole: what both of them share. */
@NullMarked
package dev.stint.verify.hostile;

import org.jspecify.annotations.NullMarked;
