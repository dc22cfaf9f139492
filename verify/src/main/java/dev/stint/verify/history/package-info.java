/**
 * Histories: what a few tasks or threads have seen of channels, and whether any order of single
 * steps explains it. For operations that wait, which Lincheck cannot explore here.
 */
@NullMarked
package dev.stint.verify.history;

import org.jspecify.annotations.NullMarked;
