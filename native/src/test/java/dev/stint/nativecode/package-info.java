/** Tests of tasks whose code is C. */
@NullMarked
package dev.stint.nativecode;

import org.jspecify.annotations.NullMarked;
