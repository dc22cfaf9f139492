/** Explores test methods: with JUnit, and from the command line. */
@NullMarked
package dev.stint.testkit.junit;

import org.jspecify.annotations.NullMarked;
