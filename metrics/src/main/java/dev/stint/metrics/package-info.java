/** Shows a scheduler to the tools of others: Flight Recorder, JMX, Micrometer. */
@NullMarked
package dev.stint.metrics;

import org.jspecify.annotations.NullMarked;
