@NullMarked
package dev.stint.verify.foreign;

import org.jspecify.annotations.NullMarked;
