/** What is known about a method before it is woven: its blocks, loops, handlers and costs. */
@org.jspecify.annotations.NullMarked
package dev.stint.weave.internal.flow;
