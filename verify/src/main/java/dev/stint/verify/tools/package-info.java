/** What several kinds of checks need: folders for their files, and a way past access checks. */
@NullMarked
package dev.stint.verify.tools;

import org.jspecify.annotations.NullMarked;
