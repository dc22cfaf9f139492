/**
 * Schedules: the runtime's own contracts under the strategies of the testkit, and small programs
 * whose outcomes are known, under all schedules with few preemptions.
 */
@NullMarked
package dev.stint.verify.suite;

import org.jspecify.annotations.NullMarked;
