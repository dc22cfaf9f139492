/** How islands are admitted and run. */
@NullMarked
package dev.stint.internal.island;

import org.jspecify.annotations.NullMarked;
