/** What the attackers' programs are made of: loaded and woven as a tenant's own classes. */
@NullMarked
package dev.stint.verify.hostile.programs.tenant;

import org.jspecify.annotations.NullMarked;
