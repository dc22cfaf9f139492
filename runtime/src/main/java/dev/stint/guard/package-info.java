/**
 * Guards: limits that depend on time or on the collector, or on counts that no budget has. They
 * bound what a price has missed, and are never part of a receipt.
 */
@NullMarked
package dev.stint.guard;

import org.jspecify.annotations.NullMarked;
