/** How supervisors work. Not for use outside the runtime. */
@NullMarked
package dev.stint.internal.supervisor;

import org.jspecify.annotations.NullMarked;
