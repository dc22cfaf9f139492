@NullMarked
package dev.stint.verify.suite;

import org.jspecify.annotations.NullMarked;
