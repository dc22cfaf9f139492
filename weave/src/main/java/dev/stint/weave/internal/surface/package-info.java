/**
 * The table of what tenants may use of the JDK, and what that costs: lines, formulas, functions.
 */
@org.jspecify.annotations.NullMarked
package dev.stint.weave.internal.surface;
