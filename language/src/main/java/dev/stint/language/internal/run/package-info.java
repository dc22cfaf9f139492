/** What running scripts stand on, whoever runs them: values, prices, tasks, channels. */
@NullMarked
package dev.stint.language.internal.run;

import org.jspecify.annotations.NullMarked;
