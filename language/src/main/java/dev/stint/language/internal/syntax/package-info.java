/** From text to tree: the lexer and the parser. */
@NullMarked
package dev.stint.language.internal.syntax;

import org.jspecify.annotations.NullMarked;
