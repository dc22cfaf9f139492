/** Rules that users have written: foreign code, loaded from their jars and run on their budgets. */
@org.jspecify.annotations.NullMarked
package dev.stint.examples.rules;
