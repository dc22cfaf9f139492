package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.hooks.AccessRefusedException;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnumsTest {
    /** Its copy has the second method in the place of the first. */
    enum Colour {
        RED,
        GREEN;

        @SuppressWarnings("unused")
        public static Colour[] crowd() {
            var all = new Colour[1 << 20];
            Arrays.fill(all, RED);
            return all;
        }
    }

    private static final class Other extends ClassLoader {
        Class<?> define(byte[] file) {
            return defineClass(null, file, 0, file.length);
        }
    }

    /** An enum of which {@code values()} gives a million. */
    private static Class<?> crowd() throws IOException {
        String name = Colour.class.getName();
        try (var in =
                EnumsTest.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
            var file = ClassFile.of();
            byte[] changed =
                    file.transformClass(
                            file.parse(in.readAllBytes()),
                            ClassDesc.of(name),
                            (builder, element) -> {
                                if (!(element instanceof MethodModel method)) {
                                    builder.with(element);
                                    return;
                                }
                                String called = method.methodName().stringValue();
                                String now =
                                        switch (called) {
                                            case "values" -> "few";
                                            case "crowd" -> "values";
                                            default -> called;
                                        };
                                builder.withMethod(
                                        now,
                                        method.methodTypeSymbol(),
                                        method.flags().flagsMask(),
                                        body -> method.forEach(body::with));
                            });
            return new Other().define(changed);
        }
    }

    @Test
    void anyUse_ofAnEnumThatSaysItHasAMillion_isRefused() throws Exception {
        Class<?> crowd = crowd();
        var red = (Enum<?>) crowd.getEnumConstants()[0];

        List<Runnable> uses =
                List.of(
                        () -> Enums.copied(crowd),
                        () -> Enums.named(crowd, "RED"),
                        () -> Enums.set(crowd),
                        () -> Enums.setOf(red),
                        () -> Enums.setOf(red, red),
                        () -> Enums.setOfAll(List.of(red)),
                        () -> Enums.map(crowd),
                        () -> Enums.mapOf(Map.of(red, 1)));

        for (Runnable use : uses) {
            assertThatThrownBy(use::run)
                    .isInstanceOf(AccessRefusedException.class)
                    .hasMessageContaining("values() gives 1048576 constants")
                    .hasMessageContaining("Have the compiler write it");
        }
    }

    @Test
    void map_ofAnEnum_costsItsConstants() {
        int keys = Character.UnicodeScript.values().length;
        var few = new EnumMap<Character.UnicodeScript, Integer>(Character.UnicodeScript.class);

        assertThat(Paid.by(() -> Enums.map(Character.UnicodeScript.class)).bytes())
                .isGreaterThanOrEqualTo(4L * keys);
        assertThat(Paid.by(() -> Enums.mapOf(few)).bytes()).isGreaterThanOrEqualTo(4L * keys);
        assertThat(Paid.by(() -> CollectionPrices.cleared(few)).ops()).isGreaterThan(keys / 4);
        assertThat(Paid.by(() -> Enums.copied(Character.UnicodeScript.class)).bytes())
                .isGreaterThanOrEqualTo(4L * keys);
        assertThat(Enums.mapOf(few)).isSameAs(few);
    }

    @Test
    void set_ofWhatIsNoEnum_isLeftToTheJdk() {
        assertThat(Paid.by(() -> Enums.set(String.class)).bytes()).isLessThan(32);
        assertThat(Paid.by(() -> Enums.set(null)).bytes()).isLessThan(32);
        var set = EnumSet.of(Colour.GREEN);
        assertThat(Enums.setOfAll(set)).isSameAs(set);
        assertThat(Enums.setOfAll(List.of(Colour.RED))).hasSize(1);
    }
}
