/** The driver of tests: one thread, virtual time, every choice drawn from one source. */
@NullMarked
package dev.stint.internal.driver.seeded;

import org.jspecify.annotations.NullMarked;
