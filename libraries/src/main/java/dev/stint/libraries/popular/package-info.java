/** Programs that do what popular libraries are for, small enough to run in a moment. */
@NullMarked
package dev.stint.libraries.popular;

import org.jspecify.annotations.NullMarked;
