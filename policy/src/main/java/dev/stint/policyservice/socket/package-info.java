/** Policies from another process, over a socket of the machine. */
@NullMarked
package dev.stint.policyservice.socket;

import org.jspecify.annotations.NullMarked;
