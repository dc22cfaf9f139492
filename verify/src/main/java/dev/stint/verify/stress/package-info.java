/**
 * jcstress proofs. Each proof has a twin, {@code XWeakened}, in which exactly one access is weaker;
 * a twin that does not show the failure means that its proof proves nothing.
 */
@NullMarked
package dev.stint.verify.stress;

import org.jspecify.annotations.NullMarked;
