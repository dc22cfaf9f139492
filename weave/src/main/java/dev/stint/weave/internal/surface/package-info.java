/** The table of what tenants may use of the JDK: its lines, read, and the functions they name. */
@org.jspecify.annotations.NullMarked
package dev.stint.weave.internal.surface;
