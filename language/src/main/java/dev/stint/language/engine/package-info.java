/** Scripts through {@code javax.script}. */
@NullMarked
package dev.stint.language.engine;

import org.jspecify.annotations.NullMarked;
