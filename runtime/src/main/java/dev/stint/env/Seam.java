package dev.stint.env;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the few classes that may touch the clock, randomness, parking and thread creation directly.
 *
 * <p>Everything else goes through this package, so that one seed decides a whole run; the build
 * fails on a call that goes round it.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface Seam {
    /** Why this place may. */
    String value();
}
