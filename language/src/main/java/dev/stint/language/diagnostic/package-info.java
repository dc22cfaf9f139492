/** What a compiler has to say about a text: errors and warnings, each with its place. */
@NullMarked
package dev.stint.language.diagnostic;

import org.jspecify.annotations.NullMarked;
