/** The ways to search schedules, and schedules as data. */
@NullMarked
package dev.stint.testkit.internal.search;

import org.jspecify.annotations.NullMarked;
