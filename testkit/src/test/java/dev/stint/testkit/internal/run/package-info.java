@NullMarked
package dev.stint.testkit.internal.run;

import org.jspecify.annotations.NullMarked;
