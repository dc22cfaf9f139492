/** What the specification wants of the scheduler's speed and size, measured. */
@NullMarked
package dev.stint.verify.speed;

import org.jspecify.annotations.NullMarked;
