/**
 * The stacks that tasks run on, and the threads under them: cores of both kinds, carriers with
 * their meters, the word that says who may use a stack. Knows no task, only {@link
 * dev.stint.internal.stack.Job jobs}.
 */
@NullMarked
package dev.stint.internal.stack;

import org.jspecify.annotations.NullMarked;
