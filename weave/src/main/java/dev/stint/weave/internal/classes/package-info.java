/**
 * What the weaver knows of classes: their members, ancestors and sizes, as the JVM would see them.
 */
@org.jspecify.annotations.NullMarked
package dev.stint.weave.internal.classes;
