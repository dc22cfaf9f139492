/**
 * Methods of the primitives, each a copy that is weaker in one thing. Woven like what they replace.
 */
@NullMarked
package dev.stint.verify.inside.weak;

import org.jspecify.annotations.NullMarked;
