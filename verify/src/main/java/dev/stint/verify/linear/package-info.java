/** Lincheck proofs: the queues against what they promise, in every order of a few operations. */
@NullMarked
package dev.stint.verify.linear;

import org.jspecify.annotations.NullMarked;
