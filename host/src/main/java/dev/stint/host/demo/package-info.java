/** What {@code ./stint demo} shows: scenes, each of which states a claim and checks it. */
@NullMarked
package dev.stint.host.demo;

import org.jspecify.annotations.NullMarked;
