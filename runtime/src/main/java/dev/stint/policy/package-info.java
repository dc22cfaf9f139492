/**
 * Who decides what tenants and contexts get, and how: rules as data, and services that make them.
 */
@NullMarked
package dev.stint.policy;

import org.jspecify.annotations.NullMarked;
