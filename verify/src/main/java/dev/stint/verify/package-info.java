/** Runs the proofs of the runtime's memory orderings and queues, and says what was seen. */
@NullMarked
package dev.stint.verify;

import org.jspecify.annotations.NullMarked;
