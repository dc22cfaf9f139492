/** From QTJIR to class files. */
@NullMarked
package dev.stint.language.internal.emit;

import org.jspecify.annotations.NullMarked;
