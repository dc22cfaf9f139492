/**
 * Behaviour that other runtimes test, asked of this one: what Go promises of channels, what Trio
 * and Kotlin promise of scopes, what the JDK promises of executors. The programs are our own.
 */
@NullMarked
package dev.stint.verify.foreign;

import org.jspecify.annotations.NullMarked;
