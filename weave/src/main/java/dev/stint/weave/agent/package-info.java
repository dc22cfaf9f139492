/** The agent: opens what the runtime needs, and weaves classes while an application loads them. */
@NullMarked
package dev.stint.weave.agent;

import org.jspecify.annotations.NullMarked;
