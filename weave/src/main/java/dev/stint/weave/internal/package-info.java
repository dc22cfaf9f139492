/**
 * The weaving of one class: plan it, follow its code, write it. Nobody outside of this module uses
 * it.
 */
@org.jspecify.annotations.NullMarked
package dev.stint.weave.internal;
