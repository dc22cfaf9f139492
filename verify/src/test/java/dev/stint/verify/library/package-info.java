@NullMarked
package dev.stint.verify.library;

import org.jspecify.annotations.NullMarked;
