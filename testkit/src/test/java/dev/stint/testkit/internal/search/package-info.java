@NullMarked
package dev.stint.testkit.internal.search;

import org.jspecify.annotations.NullMarked;
