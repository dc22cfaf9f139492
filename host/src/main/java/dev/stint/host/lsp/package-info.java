/** A server for editors: what is wrong with a script as it is typed, what stands where. */
@NullMarked
package dev.stint.host.lsp;

import org.jspecify.annotations.NullMarked;
