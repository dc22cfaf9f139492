/** What the table of the surface is made of: the formulas of prices. */
@org.jspecify.annotations.NullMarked
package dev.stint.weave.internal.surface;
