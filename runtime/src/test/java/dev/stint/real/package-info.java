/** What a scheduler does on real threads, seen through its public face. */
@NullMarked
package dev.stint.real;

import org.jspecify.annotations.NullMarked;
