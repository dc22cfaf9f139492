/** Tells of a run: logs it, and makes words, drawings and files of the log. */
@NullMarked
package dev.stint.testkit.internal.report;

import org.jspecify.annotations.NullMarked;
