/** Tests of what a JVM meets first. */
@NullMarked
package dev.stint.boot;

import org.jspecify.annotations.NullMarked;
