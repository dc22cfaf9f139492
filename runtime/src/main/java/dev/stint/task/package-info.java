/** Tasks as their users see them. */
@NullMarked
package dev.stint.task;

import org.jspecify.annotations.NullMarked;
