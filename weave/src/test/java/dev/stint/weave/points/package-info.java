/** That woven code does the same, and says before what it does. */
@NullMarked
package dev.stint.weave.points;

import org.jspecify.annotations.NullMarked;
