/**
 * Budgets on the inside: books, the pool of a nursery, the purse of a task, and how money moves
 * between them. Knows stacks, because metered code counts on its carrier, and no nursery.
 */
@NullMarked
package dev.stint.internal.money;

import org.jspecify.annotations.NullMarked;
