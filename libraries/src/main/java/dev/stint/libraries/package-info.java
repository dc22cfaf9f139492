/**
 * Libraries from Maven Central, woven and unwoven: what the weaver is proved with in {@code verify}
 * and measured with in {@code bench}. None of them is on the class path.
 */
@NullMarked
package dev.stint.libraries;

import org.jspecify.annotations.NullMarked;
