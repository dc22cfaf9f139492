/** Tests of the watch of the heap. */
@NullMarked
package dev.stint.nativecode.internal.heap;

import org.jspecify.annotations.NullMarked;
