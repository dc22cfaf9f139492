/** The library, and the answers to what its tasks ask for. */
@NullMarked
package dev.stint.nativecode.internal;

import org.jspecify.annotations.NullMarked;
