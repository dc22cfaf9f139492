@NullMarked
package dev.stint.testkit.internal.report;

import org.jspecify.annotations.NullMarked;
