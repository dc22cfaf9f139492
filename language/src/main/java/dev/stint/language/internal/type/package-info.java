/** The types of values, known to the checker and to the intermediate code alike. */
@NullMarked
package dev.stint.language.internal.type;

import org.jspecify.annotations.NullMarked;
