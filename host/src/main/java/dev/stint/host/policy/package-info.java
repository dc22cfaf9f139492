/** What {@code ./stint policy} does: the jobs that its words stand for. */
@NullMarked
package dev.stint.host.policy;

import org.jspecify.annotations.NullMarked;
