@NullMarked
package dev.stint.language.rows;

import org.jspecify.annotations.NullMarked;
