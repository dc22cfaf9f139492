/** What each tenant was seen to use, against what it may. */
@NullMarked
package dev.stint.internal.guard;

import org.jspecify.annotations.NullMarked;
