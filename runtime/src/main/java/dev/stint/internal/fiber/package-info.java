/**
 * What the module {@code native} may see of tasks whose code is C. Nobody in the runtime uses it.
 */
@NullMarked
package dev.stint.internal.fiber;

import org.jspecify.annotations.NullMarked;
