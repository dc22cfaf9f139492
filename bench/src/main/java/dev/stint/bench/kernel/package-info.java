/**
 * Small programs that show what metering costs, each for another kind of code. They are loaded
 * twice, woven and as they are, and refer to nothing but the JDK and their own package.
 */
@NullMarked
package dev.stint.bench.kernel;

import org.jspecify.annotations.NullMarked;
