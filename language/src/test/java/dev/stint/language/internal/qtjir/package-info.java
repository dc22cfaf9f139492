@NullMarked
package dev.stint.language.internal.qtjir;

import org.jspecify.annotations.NullMarked;
