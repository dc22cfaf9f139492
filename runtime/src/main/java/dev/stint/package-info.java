/** What Stint is, as a whole; each concept has a package of its own below this one. */
@NullMarked
package dev.stint;

import org.jspecify.annotations.NullMarked;
