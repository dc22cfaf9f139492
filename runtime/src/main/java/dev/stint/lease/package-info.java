/** Leases: workers that run the tasks of one tenant and nothing else. */
@NullMarked
package dev.stint.lease;

import org.jspecify.annotations.NullMarked;
