/** Loads woven classes, and answers what they ask. */
@NullMarked
package dev.stint.testkit.internal.woven;

import org.jspecify.annotations.NullMarked;
