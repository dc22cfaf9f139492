/** Rights to processor time: so many operations and so much time in each period. */
@NullMarked
package dev.stint.context;

import org.jspecify.annotations.NullMarked;
