/**
 * Tasks whose code is C: {@code nursery.spawn(library.function("parse").on(buffer))}. See the guide
 * page "From C".
 */
@NullMarked
package dev.stint.nativecode;

import org.jspecify.annotations.NullMarked;
