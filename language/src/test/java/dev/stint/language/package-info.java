@NullMarked
package dev.stint.language;

import org.jspecify.annotations.NullMarked;
