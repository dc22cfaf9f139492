@NullMarked
package dev.stint.verify.inside;

import org.jspecify.annotations.NullMarked;
