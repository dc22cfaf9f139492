@NullMarked
package dev.stint.policy;

import org.jspecify.annotations.NullMarked;
