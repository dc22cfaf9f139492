@NullMarked
package dev.stint.language.internal.syntax;

import org.jspecify.annotations.NullMarked;
