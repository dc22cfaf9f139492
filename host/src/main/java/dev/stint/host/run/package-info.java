/** Running the main class of somebody's jar as a tenant, on a budget. */
@NullMarked
package dev.stint.host.run;

import org.jspecify.annotations.NullMarked;
