/**
 * Libraries that nobody here wrote.
 *
 * <p>Every class of them is woven, loaded and linked, with the JVM's verifier on: with everything
 * open to it ({@code Linking}), the same with a modelled stack ({@code LinkingStacked}), and as a
 * tenant's ({@code LinkingTenant}), where classes may be refused by name, but none that is woven
 * may fail. A class that does not link unwoven either is counted and left out.
 *
 * <p>And they are put to work ({@code Work}), with everything open to them but time and the numbers
 * of threads: what they do woven is what they do unwoven, for the same receipt in every run.
 *
 * <p>Those that many programs use are run as a tenant's, too, on the surface that every tenant has
 * ({@code Popular}): what they say is what they say unwoven, or they are refused what the table
 * says.
 */
@NullMarked
package dev.stint.verify.library;

import org.jspecify.annotations.NullMarked;
