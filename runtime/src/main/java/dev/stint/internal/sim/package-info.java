/**
 * The testkit's only way into the runtime: what a simulation sees of tasks, nurseries and the
 * scheduler, and what it runs them with. Nothing else in the runtime uses it.
 */
@NullMarked
package dev.stint.internal.sim;

import org.jspecify.annotations.NullMarked;
