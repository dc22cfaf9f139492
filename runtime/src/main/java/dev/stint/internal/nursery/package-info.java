/**
 * Nurseries and tenants: who owns whom, how cancelling goes down and results come up, and the
 * executors and futures over them.
 */
@NullMarked
package dev.stint.internal.nursery;

import org.jspecify.annotations.NullMarked;
