/**
 * Class files as bytes: where those of the JDK are, what their headers say, names changed in them.
 */
@org.jspecify.annotations.NullMarked
package dev.stint.weave.internal.files;
