/** How a program is explored: settings, strategies and faults. */
@NullMarked
package dev.stint.testkit.config;

import org.jspecify.annotations.NullMarked;
