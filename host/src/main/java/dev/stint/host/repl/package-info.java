/** Scripts line by line: what is typed is compiled, run and shown at once. */
@NullMarked
package dev.stint.host.repl;

import org.jspecify.annotations.NullMarked;
