/**
 * Work for the libraries, a class each: the same result in every run. Each has a public constructor
 * without arguments that prepares the input, and is loaded together with the jars it uses.
 */
@NullMarked
package dev.stint.libraries.work;

import org.jspecify.annotations.NullMarked;
