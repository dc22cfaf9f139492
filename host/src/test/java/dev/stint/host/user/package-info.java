/** What a user of the jar has: tests, and something that runs them. */
@NullMarked
package dev.stint.host.user;

import org.jspecify.annotations.NullMarked;
