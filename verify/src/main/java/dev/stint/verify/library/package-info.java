/**
 * Libraries that nobody here wrote: every class of them is woven and verified, and what they do
 * woven is what they do unwoven, for the same receipt in every run.
 */
@NullMarked
package dev.stint.verify.library;

import org.jspecify.annotations.NullMarked;
