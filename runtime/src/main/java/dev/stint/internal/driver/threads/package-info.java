/** The driver of production: a thread for each worker, real time. */
@NullMarked
package dev.stint.internal.driver.threads;

import org.jspecify.annotations.NullMarked;
