/** Policies in files: what one says, what is wrong with one, what another changes; and journals. */
@NullMarked
package dev.stint.policyservice.file;

import org.jspecify.annotations.NullMarked;
