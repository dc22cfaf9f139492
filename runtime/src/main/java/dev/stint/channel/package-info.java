/** Channels, by which tasks pass values and wait for each other, and the choice between several. */
@NullMarked
package dev.stint.channel;

import org.jspecify.annotations.NullMarked;
