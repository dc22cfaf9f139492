/** Random programs of allowed calls, run on a budget beside a victim. */
@NullMarked
package dev.stint.verify.hostile.programs;

import org.jspecify.annotations.NullMarked;
