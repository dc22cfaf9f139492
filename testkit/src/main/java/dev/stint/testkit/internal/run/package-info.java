/** Runs a program under one schedule after another, and looks into the one that fails. */
@NullMarked
package dev.stint.testkit.internal.run;

import org.jspecify.annotations.NullMarked;
