/** Reflection of a tenant: code that is generated for it, and woven like its own. */
@org.jspecify.annotations.NullMarked
package dev.stint.weave.internal.reflect;
