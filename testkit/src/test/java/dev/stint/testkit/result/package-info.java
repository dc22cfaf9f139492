@NullMarked
package dev.stint.testkit.result;

import org.jspecify.annotations.NullMarked;
