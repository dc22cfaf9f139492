package dev.stint.verify.foreign;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a static method as a scenario: it is given its {@link Place}, and throws if it fails. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Scene {
    /** Where it runs. */
    Side value() default Side.TASK;

    /** Where a scenario runs. */
    enum Side {
        /** In a task. */
        TASK,
        /** In a task, and on a thread outside. */
        BOTH,
        /** In a task, and on a thread outside; never under a seed: it uses threads of its own. */
        BOTH_ON_THREADS,
    }
}
