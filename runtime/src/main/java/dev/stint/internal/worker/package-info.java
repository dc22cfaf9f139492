/**
 * A scheduler from the inside: the engine, its workers, their queues, stealing, sleeping and
 * shutdown. A {@link dev.stint.internal.worker.Driver} makes workers step; its two kinds are in
 * {@code internal.driver}.
 */
@NullMarked
package dev.stint.internal.worker;

import org.jspecify.annotations.NullMarked;
