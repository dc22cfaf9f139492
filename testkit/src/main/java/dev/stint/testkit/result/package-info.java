/** What an exploration has found, as data and in words. */
@NullMarked
package dev.stint.testkit.result;

import org.jspecify.annotations.NullMarked;
