@org.jspecify.annotations.NullMarked
package dev.stint.weave.agent;
