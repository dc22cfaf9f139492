/** What is written for people and for programs, by more than one command. */
@NullMarked
package dev.stint.host.text;

import org.jspecify.annotations.NullMarked;
