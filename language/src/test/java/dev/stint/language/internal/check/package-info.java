@NullMarked
package dev.stint.language.internal.check;

import org.jspecify.annotations.NullMarked;
