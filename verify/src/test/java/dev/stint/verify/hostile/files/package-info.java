@NullMarked
package dev.stint.verify.hostile.files;

import org.jspecify.annotations.NullMarked;
