@NullMarked
package dev.stint.verify.hostile;

import org.jspecify.annotations.NullMarked;
