package dev.stint.weave.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.stint.weave.Surface;
import dev.stint.weave.WeaveRefusedException;
import dev.stint.weave.Weaver;
import dev.stint.weave.reference.RawClass.Bytes;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Class files that are small and would take long. What weaving one takes has a bound that depends
 * on its size; it is counted in bytes that are allocated, which are the same in every run.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BombTest {
    private static final int STATIC = 0x9;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** A class that calls one method many times. */
    private static byte[] calls(int count, String descriptor) {
        RawClass file = new RawClass("acme/Calls");
        int method = file.method("java/lang/Math", "none", descriptor);
        Bytes code = new Bytes();
        for (int i = 0; i < count; i++) {
            code.u1(0xb8).u2(method);
        }
        file.withMethod(STATIC, "m", "()V", file.code(8, 2, code.u1(0xb1).all(), List.of()));
        return file.bytes();
    }

    private static long allocatedBy(Runnable work) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        work.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    private static Weaver weaver() {
        return Weaver.of(name -> Optional.empty(), Surface.ofTenant());
    }

    private static void weave(Weaver weaver, byte[] file) {
        try {
            weaver.weave(file);
        } catch (WeaveRefusedException e) {
            assertThat(e.reason()).isNotBlank();
        }
    }

    /** With the text looked at for each call it was a gigabyte, and with more calls more. */
    @Test
    void weave_manyCallsOfALongDescriptor_readsItOnce() {
        String longest = "(" + "Lacme/".concat("x".repeat(900)).concat(";").repeat(11) + ")V";
        weave(weaver(), calls(100, longest)); // what is allocated once
        long few = allocatedBy(() -> weave(weaver(), calls(1_000, longest)));
        long many = allocatedBy(() -> weave(weaver(), calls(5_000, longest)));

        assertThat((many - few) / 4_000).as("bytes for each call").isLessThan(8_000);
    }

    /** The JDK lists all code of a method with which something is wrong: 600 MB for 50 KB. */
    @Test
    void weave_codeThatTheJdkComplainsAbout_isNotListed() {
        for (int version : List.of(49, 65)) {
            byte[] file = calls(400, "(" + "Ljava/lang/String;".repeat(300) + ")V");
            file[7] = (byte) version;

            assertThat(allocatedBy(() -> weave(weaver(), file))).isLessThan(128L << 20);
            assertThatThrownBy(() -> weaver().weave(file))
                    .isInstanceOf(WeaveRefusedException.class)
                    .hasNoCause()
                    .extracting(e -> String.valueOf(e.getMessage()).length())
                    .satisfies(length -> assertThat((int) length).isLessThan(1_000));
        }
    }

    @Test
    void weave_codeThatRefersToVeryMuchText_isRefused() {
        for (int version : List.of(49, 65)) {
            byte[] file = calls(15_000, "(" + "Ljava/lang/String;".repeat(100) + ")V");
            file[7] = (byte) version;

            assertThat(allocatedBy(() -> weave(weaver(), file))).isLessThan(128L << 20);
            assertThatThrownBy(() -> weaver().weave(file))
                    .isInstanceOf(WeaveRefusedException.class)
                    .hasMessageContaining("refers to texts of more than 8388608 characters");
        }
    }

    @Test
    void weave_descriptorThatNoCompilerMakes_isRefused() {
        byte[] file = calls(15_000, "(" + "I".repeat(65_000) + ")V");

        assertThat(allocatedBy(() -> weave(weaver(), file))).isLessThan(100L * file.length);
        assertThatThrownBy(() -> weaver().weave(file))
                .hasMessageContaining(
                        "has a name of 65003 characters, and more than 10000 are not");
    }

    @Test
    void weave_textsOfAllConstants_haveABound() {
        RawClass file = new RawClass("acme/Texts");
        int type = file.text("(" + "Lacme/".concat("x".repeat(900)).concat(";").repeat(11) + ")V");
        int name = file.text("m");
        for (int i = 0; i < 1_000; i++) {
            file.constant(new Bytes().u1(12).u2(name, type).all());
        }
        assertThatThrownBy(() -> weaver().weave(file.bytes()))
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessageContaining("names and descriptors of more than 4194304 characters");
    }

    /**
     * [attack:A6] The table that the JDK puts them into would be looked through for each of them.
     */
    @Test
    void weave_constantsThatAreEqual_areRefused() {
        RawClass file = new RawClass("acme/Alike");
        for (int i = 0; i < 60_000; i++) {
            file.constant(new Bytes().u1(3).u4(7).all());
        }

        assertThatThrownBy(() -> weaver().weave(file.bytes()))
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessageContaining("acme.Alike")
                .hasMessageContaining("equal");
    }

    /** [attack:A6] What no bound on the work has seen is refused after its time, by name. */
    @Test
    void weave_longerThanTheLimit_isRefused() {
        Weaver hurried = weaver().withTimeLimit(Duration.ofNanos(1));

        assertThatThrownBy(() -> hurried.weave(calls(10, "()V")))
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessageContaining("acme.Calls")
                .hasMessageContaining("withTimeLimit");
        assertThatThrownBy(() -> weaver().withTimeLimit(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT0S");
    }

    /** Each is made of two of the one before: all of them are four billion. */
    @Test
    void weave_constantsOfConstants_areLookedAtOnce() {
        RawClass file = new RawClass("acme/Doubling");
        int bootstrap =
                file.handle(6, file.method("java/lang/Math", "none", "()Ljava/lang/Object;"));
        int name = file.nameAndType("x", "Ljava/lang/Object;");
        Bytes table = new Bytes().u2(31).u2(bootstrap, 0);
        int last = file.constant(new Bytes().u1(17).u2(0, name).all());
        for (int i = 1; i < 31; i++) {
            table.u2(bootstrap, 2, last, last);
            last = file.constant(new Bytes().u1(17).u2(i, name).all());
        }
        file.withAttribute("BootstrapMethods", table.all());
        byte[] code = new Bytes().u1(0x13).u2(last).u1(0x57, 0xb1).all();
        file.withMethod(STATIC, "m", "()V", file.code(2, 1, code, List.of()));

        assertThat(Weaver.of(n -> Optional.empty(), Surface.open()).weave(file.bytes()))
                .isNotEmpty();
    }

    /** Eight thousand took twelve seconds, each as long as all before it. */
    @Test
    void weave_endlessLineOfSuperclasses_isRefusedBeforeAllAreRead() {
        AtomicInteger read = new AtomicInteger();
        Weaver weaver =
                Weaver.of(
                        name -> {
                            int number = Integer.parseInt(name.substring("acme/C".length()));
                            read.incrementAndGet();
                            return Optional.of(heir(number));
                        },
                        Surface.ofTenant());

        assertThatThrownBy(() -> weaver.weave(heir(0)))
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessageContaining("acme.C0 is refused: it has more than 250 superclasses");
        assertThat(read.get()).isLessThan(510);
    }

    private static byte[] heir(int number) {
        RawClass file = new RawClass("acme/C" + number);
        file.superClass = file.ofClass("acme/C" + (number + 1));
        return file.bytes();
    }

    /** The JVM reads them by recursion, and a hundred thousand end it with a segmentation fault. */
    @Test
    void weave_annotationsDeepInEachOther_isRefused() {
        assertThat(weaver().weave(annotated(60))).isNotEmpty();
        for (int depth : List.of(100, 100_000)) {
            assertThatThrownBy(() -> weaver().weave(annotated(depth)))
                    .isInstanceOf(WeaveRefusedException.class)
                    .hasMessageContaining("acme.Annotated is refused")
                    .hasMessageContaining("annotations more than 64 deep in each other");
        }
    }

    private static byte[] annotated(int depth) {
        RawClass file = new RawClass("acme/Annotated");
        Bytes content = new Bytes().u2(1, file.text("Lacme/A;"), 1, file.text("value"));
        for (int i = 0; i < depth; i++) {
            content.u1('[').u2(1);
        }
        content.u1('s').u2(file.text("x"));
        return file.withMethod(
                        0x401,
                        "m",
                        "()V",
                        file.attribute("RuntimeVisibleAnnotations", content.all()))
                .bytes();
    }

    /** Its last value would be read from the attribute behind it, which need not be kept. */
    @Test
    void weave_annotationThatGoesOnAfterItsAttribute_isRefused() {
        RawClass file = new RawClass("acme/Cut");
        Bytes cut = new Bytes().u2(1, file.text("Lacme/A;"), 1, file.text("value")).u1('s');
        file.withAttribute("RuntimeVisibleAnnotations", cut.all());
        file.withAttribute("LineNumberTable", new byte[2]);

        assertThatThrownBy(() -> weaver().weave(file.bytes()))
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessageContaining("acme.Cut is refused")
                .hasMessageContaining("something in it is longer than what holds it");
    }

    /** What outlives the weaver must not grow by what a tenant brings. */
    @Test
    void weave_namesOfATenant_areNotKeptWhenItIsGone() throws Exception {
        weave(weaver(), manyNames("a"));
        Map<String, Integer> before = sizesOfStatics();
        weave(weaver(), manyNames("b"));

        assertThat(sizesOfStatics()).isEqualTo(before);
    }

    /** Calls of methods of the JDK, with types and on arrays that nobody has. */
    private static byte[] manyNames(String letter) {
        RawClass file = new RawClass("acme/Names");
        Bytes code = new Bytes();
        for (int i = 0; i < 200; i++) {
            String type = "Lacme/" + letter + i + ";";
            int call = file.method("java/io/PrintWriter", "flush", "(" + type + ")I");
            int copy = file.method("[" + type, "clone", "()Ljava/lang/Object;");
            code.u1(0xb6).u2(call).u1(0x57, 0xb6).u2(copy).u1(0x57);
        }
        file.withMethod(STATIC, "m", "()V", file.code(8, 2, code.u1(0xb1).all(), List.of()));
        return file.bytes();
    }

    private static boolean isOfAClass(Path file) {
        return file.toString().endsWith(".class") && !file.endsWith("module-info.class");
    }

    /** The sizes of all maps and collections in static fields, and in what those hold. */
    private static Map<String, Integer> sizesOfStatics() throws Exception {
        Map<String, Integer> sizes = new TreeMap<>();
        Path root =
                Path.of(Weaver.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (var files = Files.walk(root)) {
            for (Path file : files.filter(BombTest::isOfAClass).toList()) {
                String name = root.relativize(file).toString().replace('/', '.');
                Class<?> type =
                        Class.forName(
                                name.substring(0, name.length() - 6),
                                false,
                                BombTest.class.getClassLoader());
                if (!type.getName().contains(".agent.")) {
                    addStatics(type, sizes);
                }
            }
        }
        assertThat(sizes).isNotEmpty();
        return sizes;
    }

    private static void addStatics(Class<?> type, Map<String, Integer> sizes) throws Exception {
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                field.setAccessible(true);
                Object value = field.get(null);
                add(field.toString(), value, sizes);
                if (value != null && value.getClass().getName().startsWith("dev.stint.")) {
                    for (Field inner : value.getClass().getDeclaredFields()) {
                        inner.setAccessible(true);
                        add(field + " " + inner, inner.get(value), sizes);
                    }
                }
            }
        }
    }

    private static void add(
            String name,
            @org.jspecify.annotations.Nullable Object value,
            Map<String, Integer> sizes) {
        switch (value) {
            case Map<?, ?> map -> sizes.put(name, map.size());
            case Collection<?> collection -> sizes.put(name, collection.size());
            case null, default -> {}
        }
    }
}
