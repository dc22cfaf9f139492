@NullMarked
package dev.stint.verify.hostile.programs;

import org.jspecify.annotations.NullMarked;
