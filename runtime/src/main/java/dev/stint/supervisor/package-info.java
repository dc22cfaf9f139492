/** Supervisors: tasks that keep others running, and pay for them. Profile CLUSTER only. */
@NullMarked
package dev.stint.supervisor;

import org.jspecify.annotations.NullMarked;
