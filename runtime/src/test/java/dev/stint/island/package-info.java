@NullMarked
package dev.stint.island;

import org.jspecify.annotations.NullMarked;
