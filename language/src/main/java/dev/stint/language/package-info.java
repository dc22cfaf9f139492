/** Scripts: compiled from text, run in a tenant, paid for as they run. */
@NullMarked
package dev.stint.language;

import org.jspecify.annotations.NullMarked;
