/**
 * What stands between woven code and the JDK: functions that pay for work inside of it, and
 * stand-ins for what must go another way. The table of the surface says which goes where.
 *
 * <p>Most prices are formulas in that table. {@code Prices} is generated from them, and they use
 * the charges of {@link Charges}. What is written here by hand has a loop, or must look at what it
 * is given.
 *
 * <p>Prices depend on nothing but the sizes of what is passed. They are paid before the work is
 * done, or in steps while it is done, and never overflow. Where a size is told by code that is not
 * the JDK's it is not believed: such code could tell another one the next time.
 */
@org.jspecify.annotations.NullMarked
package dev.stint.hooks.jdk;
