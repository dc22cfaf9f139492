/** The interpreter of QTJIR: the reference for what a script does and what it costs. */
@NullMarked
package dev.stint.language.internal.interpret;

import org.jspecify.annotations.NullMarked;
