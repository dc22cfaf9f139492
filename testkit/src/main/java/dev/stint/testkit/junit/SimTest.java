package dev.stint.testkit.junit;

import dev.stint.testkit.WovenClasses;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that is run under many schedules, and fails if one of them fails.
 *
 * <pre>{@code
 * @SimTest(schedules = 10_000)
 * void increments(Sim sim) throws Exception {
 *     var counter = new Counter();
 *     sim.run(nursery -> {
 *         nursery.spawn("left", counter::increment);
 *         nursery.spawn("right", counter::increment);
 *     });
 *     assertEquals(2, counter.get());
 * }
 * }</pre>
 *
 * <p>Each schedule gets an instance of the test class of its own, and the methods with
 * {@code @BeforeEach} and {@code @AfterEach} are called around each. Fields are therefore fresh;
 * static ones are not. The test class and those of its package are woven ({@link #weave}): the
 * schedules use twins of them, and before the first what JUnit has put into static fields of the
 * test class is carried over to its twin. The method takes a {@link dev.stint.testkit.Sim} or
 * nothing. A schedule in which an assumption does not hold is passed over; if all are, the test is
 * aborted.
 *
 * <p>System properties, or JUnit's configuration parameters of the same names:
 *
 * <ul>
 *   <li>{@code stint.replay}: a trace file. The test that it is of runs this one schedule; all
 *       other tests with this annotation are skipped.
 *   <li>{@code stint.sim.schedules}, {@code stint.sim.seed}, {@code stint.sim.strategy}: go before
 *       what the annotation says.
 *   <li>{@code stint.sim.factor}: so many times the schedules, 0.1 or 20.
 * </ul>
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Test
@ExtendWith(SimExtension.class)
public @interface SimTest {
    /** How many schedules are tried at most. */
    int schedules() default 1_000;

    /** From which the seeds of all schedules follow. */
    long seed() default 1;

    /**
     * How schedules are chosen, in the words of {@link dev.stint.testkit.config.Strategy#parse}.
     */
    String strategy() default "pct(3)";

    /** How many workers the simulated scheduler has. */
    int workers() default 1;

    /** After how many steps a schedule counts as a livelock. */
    int steps() default 100_000;

    /** Whether each schedule is run twice and compared, to find what no seed decides. */
    boolean twice() default false;

    /**
     * The packages whose classes are woven, each with all below it: in them tasks can be
     * interrupted wherever they touch what others may see, be it a plain field. {@code "."} stands
     * for the package of the test; {@code weave = {}} is for none.
     */
    String[] weave() default WovenClasses.OWN_PACKAGE;
}
