/**
 * The charging rule a second time: an interpreter of class files that adds nothing to them and
 * counts. It shares no code with the weaver, and must agree with it to the unit.
 */
@org.jspecify.annotations.NullMarked
package dev.stint.weave.reference;
