/** Workers, and what makes them step. */
@NullMarked
package dev.stint.internal.worker;

import org.jspecify.annotations.NullMarked;
