/** Texts for people and for programs: JSON, and guesses at what was meant by a wrong name. */
@NullMarked
package dev.stint.policyservice.text;

import org.jspecify.annotations.NullMarked;
