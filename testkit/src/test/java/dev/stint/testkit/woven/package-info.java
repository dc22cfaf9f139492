/** Ordinary classes, and what a simulation finds in them when they are woven. */
@NullMarked
package dev.stint.testkit.woven;

import org.jspecify.annotations.NullMarked;
