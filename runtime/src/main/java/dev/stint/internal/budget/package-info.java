/** The arithmetic of budgets: who holds how much. Knows nothing of tasks. */
@NullMarked
package dev.stint.internal.budget;

import org.jspecify.annotations.NullMarked;
