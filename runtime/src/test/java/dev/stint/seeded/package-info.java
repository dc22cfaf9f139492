/** What one seed promises: programs run under thousands of schedules, each twice. */
@NullMarked
package dev.stint.seeded;

import org.jspecify.annotations.NullMarked;
