/** What a strategy of your own implements, and what it is told. */
@NullMarked
package dev.stint.testkit.search;

import org.jspecify.annotations.NullMarked;
