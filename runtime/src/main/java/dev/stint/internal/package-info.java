/** The inside of the runtime, not for users. What all its rooms share is here. */
@NullMarked
package dev.stint.internal;

import org.jspecify.annotations.NullMarked;
