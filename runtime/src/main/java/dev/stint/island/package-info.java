/** Realtime islands: graphs of stages that run in each period, or are reported. */
@NullMarked
package dev.stint.island;

import org.jspecify.annotations.NullMarked;
