/** What Stint costs beside its peers: one class per question, every implementation behind it. */
@NullMarked
package dev.stint.bench;

import org.jspecify.annotations.NullMarked;
