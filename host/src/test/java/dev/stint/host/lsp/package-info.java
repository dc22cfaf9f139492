@NullMarked
package dev.stint.host.lsp;

import org.jspecify.annotations.NullMarked;
