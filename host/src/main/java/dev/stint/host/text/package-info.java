/** What others have written, among lines of ours. */
@NullMarked
package dev.stint.host.text;

import org.jspecify.annotations.NullMarked;
