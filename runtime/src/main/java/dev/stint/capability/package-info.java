/**
 * Capabilities: objects that are rights. Holding one is the permission; there is no other way to
 * get it than to be given it.
 */
@NullMarked
package dev.stint.capability;

import org.jspecify.annotations.NullMarked;
