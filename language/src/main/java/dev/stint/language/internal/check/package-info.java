/** From tree to checked tree: names, types, and what the rules of the language forbid. */
@NullMarked
package dev.stint.language.internal.check;

import org.jspecify.annotations.NullMarked;
