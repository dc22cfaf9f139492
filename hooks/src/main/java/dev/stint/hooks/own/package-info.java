/**
 * Classes in whose place tenants have copies: not called here, but copied into the code of each,
 * and woven like it. So what one of them does is paid where it is done, and what it keeps, it keeps
 * for one tenant.
 */
@NullMarked
package dev.stint.hooks.own;

import org.jspecify.annotations.NullMarked;
