/** What woven code calls: counters, and the way from them to whoever does the accounts. */
@org.jspecify.annotations.NullMarked
package dev.stint.hooks;
