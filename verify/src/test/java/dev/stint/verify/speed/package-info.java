@NullMarked
package dev.stint.verify.speed;

import org.jspecify.annotations.NullMarked;
