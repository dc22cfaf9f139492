/**
 * The one door to time, chance, threads and blocking; everything else in the runtime goes through
 * here.
 */
@NullMarked
package dev.stint.env;

import org.jspecify.annotations.NullMarked;
