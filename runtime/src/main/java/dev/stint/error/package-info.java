/** What goes wrong in the runtime, as one sealed family. */
@NullMarked
package dev.stint.error;

import org.jspecify.annotations.NullMarked;
