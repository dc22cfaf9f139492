/**
 * The code of the demo's tenants: one that is honest, and one for each thing that a hostile one may
 * try. None of it is trusted; it is loaded woven, by a loader of its own.
 */
@org.jspecify.annotations.NullMarked
package dev.stint.host.demo.tenant;
