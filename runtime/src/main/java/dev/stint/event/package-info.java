/** What a scheduler tells about itself: events, snapshots, reports. */
@NullMarked
package dev.stint.event;

import org.jspecify.annotations.NullMarked;
