/** Weaves metering into class files, and decides which of them a tenant may have. */
@org.jspecify.annotations.NullMarked
package dev.stint.weave;
