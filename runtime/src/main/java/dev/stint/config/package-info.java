/** How a scheduler is set up. */
@NullMarked
package dev.stint.config;

import org.jspecify.annotations.NullMarked;
