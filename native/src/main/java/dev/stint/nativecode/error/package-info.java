/** What goes wrong with C code. */
@NullMarked
package dev.stint.nativecode.error;

import org.jspecify.annotations.NullMarked;
