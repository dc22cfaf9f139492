@NullMarked
package dev.stint.verify.history;

import org.jspecify.annotations.NullMarked;
