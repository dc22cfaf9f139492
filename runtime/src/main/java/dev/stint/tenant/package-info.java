/** Tenants: who is billed, and who is scheduled fairly against whom. */
@NullMarked
package dev.stint.tenant;

import org.jspecify.annotations.NullMarked;
