/** How a scheduler is set up. */
@NullMarked
package dev.stint.policy;

import org.jspecify.annotations.NullMarked;
