/** What tenants keep alive: samples that the JVM hands to C, and when a collection is made. */
@NullMarked
package dev.stint.nativecode.internal.heap;

import org.jspecify.annotations.NullMarked;
