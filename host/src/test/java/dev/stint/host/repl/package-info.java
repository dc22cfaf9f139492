@NullMarked
package dev.stint.host.repl;

import org.jspecify.annotations.NullMarked;
