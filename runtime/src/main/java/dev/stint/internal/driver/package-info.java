/** The choice between the two drivers of a scheduler's workers. */
@NullMarked
package dev.stint.internal.driver;

import org.jspecify.annotations.NullMarked;
