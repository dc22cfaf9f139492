/** From checked tree to QTJIR, with every charge in its place. */
@NullMarked
package dev.stint.language.internal.lower;

import org.jspecify.annotations.NullMarked;
