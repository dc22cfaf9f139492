/**
 * Nurseries: scopes that own tasks and a pool of budget, and end only when all their tasks have.
 */
@NullMarked
package dev.stint.nursery;

import org.jspecify.annotations.NullMarked;
