/** QTJIR, the intermediate code: graphs, their text, the verifier and the passes. */
@NullMarked
package dev.stint.language.internal.qtjir;

import org.jspecify.annotations.NullMarked;
