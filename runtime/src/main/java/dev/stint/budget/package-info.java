/** Budgets: what a task may spend, what things cost, and the books that are kept about it. */
@NullMarked
package dev.stint.budget;

import org.jspecify.annotations.NullMarked;
