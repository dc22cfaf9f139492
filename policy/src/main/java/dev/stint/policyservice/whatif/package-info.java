/** Recorded runs, and how they would have gone under another policy. */
@NullMarked
package dev.stint.policyservice.whatif;

import org.jspecify.annotations.NullMarked;
