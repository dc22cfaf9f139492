/** Profiles: how much of the language a script may use. */
@NullMarked
package dev.stint.language.profile;

import org.jspecify.annotations.NullMarked;
