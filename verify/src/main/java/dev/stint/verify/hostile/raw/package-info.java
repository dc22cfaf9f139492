/** Class files as rows of bytes, which may be wrong in any way. */
@NullMarked
package dev.stint.verify.hostile.raw;

import org.jspecify.annotations.NullMarked;
