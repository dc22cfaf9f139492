package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.stint.weave.internal.jar.PrivateCopies;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What tenants have copies of is woven once for all of them, and by no word of theirs. */
class WovenCopiesTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final ClassLoader HOST = WovenCopiesTest.class.getClassLoader();
    private static final ClassSource NONE = type -> Optional.empty();

    /** A surface that nobody has woven for yet. */
    private static Surface fresh() {
        return Surface.ofTenant().plus("nothing", "");
    }

    private static long loading(Surface surface) throws ReflectiveOperationException {
        try (var loader = MeteredClassLoader.of("acme", NONE, surface, HOST)) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            loader.loadClass("stint.regex.Pattern");
            return THREADS.getCurrentThreadAllocatedBytes() - before;
        }
    }

    @Test
    void load_copyThatAnotherTenantHas_isNotWovenAgain() throws Exception {
        loading(fresh()); // the tables are read, and classes of the weaver loaded
        Surface surface = fresh();

        long first = loading(surface);
        long second = loading(surface);

        assertThat(second).isLessThan(first / 4);
    }

    /** It has a class file for each name, and says that all of them are {@code Object}. */
    @ParameterizedTest
    @ValueSource(strings = {"stint/regex/Pattern", "stint/regex/Matcher"})
    void get_tenantThatLiesAboutTheJdk_changesNothing(String name) throws Exception {
        byte[] object;
        try (var in = Object.class.getResourceAsStream("Object.class")) {
            object = in.readAllBytes();
        }
        byte[] file = new PrivateCopies(NONE).find(name).orElseThrow();
        WovenClass expected = WovenCopies.of(fresh()).get(fresh(), false, name, file);
        Surface surface = fresh();
        ClassSource liar = type -> Optional.of(object);
        try (var loader = MeteredClassLoader.of("liar", liar, surface, HOST)) {
            loader.loadClass(name.replace('/', '.'));
        }

        byte[] kept =
                WovenCopies.of(surface).get(surface, false, name.replace('/', '.'), file).bytes();

        assertThat(kept).isEqualTo(expected.bytes());
    }

    @Test
    void get_modelledStack_isAnotherClass() {
        byte[] file = new PrivateCopies(NONE).find("stint/regex/Pattern").orElseThrow();
        Surface surface = fresh();
        WovenCopies copies = WovenCopies.of(surface);

        byte[] plain = copies.get(surface, false, "stint.regex.Pattern", file).bytes();
        byte[] modelled = copies.get(surface, true, "stint.regex.Pattern", file).bytes();

        assertThat(modelled).isNotEqualTo(plain);
    }
}
