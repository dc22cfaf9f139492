/** Where a tenant's class files come from: jars, folders, and copies of JDK classes. */
@org.jspecify.annotations.NullMarked
package dev.stint.weave.internal.jar;
