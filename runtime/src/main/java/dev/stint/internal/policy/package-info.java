/**
 * How a scheduler deals with its policy service: asks it, judges its answers, and decides itself.
 */
@NullMarked
package dev.stint.internal.policy;

import org.jspecify.annotations.NullMarked;
