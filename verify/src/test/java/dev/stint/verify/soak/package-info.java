@NullMarked
package dev.stint.verify.soak;

import org.jspecify.annotations.NullMarked;
