package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.jctools.queues.MpscArrayQueue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole libraries, woven and linked class by class. Those of the tests; others are looked at by
 * {@code -Dstint.jars=a.jar:b.jar}.
 */
class JarLinkTest {
    @ParameterizedTest
    @ValueSource(
            classes = {
                Assertions.class,
                JavaClasses.class,
                ValueSource.class,
                MpscArrayQueue.class
            })
    void weave_library_linksWhatLinksUnwoven(Class<?> part) throws Exception {
        check(Path.of(part.getProtectionDomain().getCodeSource().getLocation().toURI()), List.of());
    }

    @org.junit.jupiter.api.Test
    void weave_librariesThatAreNamed_linkWhatLinksUnwoven() throws Exception {
        var jars = new ArrayList<Path>();
        for (String name : System.getProperty("stint.jars", "").split(":", -1)) {
            if (!name.isEmpty()) {
                jars.add(Path.of(name));
            }
        }
        for (Path jar : jars) {
            check(jar, jars);
        }
    }

    private static void check(Path jar, List<Path> beside) throws Exception {
        var result = JarLinks.link(jar, beside);
        assertThat(result.failures()).as("do not link when woven").isEmpty();
        assertThat(result.refusals()).as("refused").isEmpty();
        assertThat(result.linked() + result.brokenAnyway()).isEqualTo(result.classes());
        assertThat(result.linked()).as("linked").isPositive();
    }
}
