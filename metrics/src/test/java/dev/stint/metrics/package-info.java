/** Tests of what other tools are shown. */
@NullMarked
package dev.stint.metrics;

import org.jspecify.annotations.NullMarked;
