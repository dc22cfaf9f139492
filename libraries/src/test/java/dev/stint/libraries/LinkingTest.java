package dev.stint.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.libraries.Linking.Trust;
import dev.stint.weave.Refusal;
import dev.stint.weave.WeaveRefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That a library is whole would mean nothing if what is broken counted as whole. */
class LinkingTest {
    private static final String PARSER = "com.fasterxml.jackson.core.json.UTF8StreamJsonParser";

    private Shelf shelf;
    private URLClassLoader plain;

    @BeforeEach
    void open() throws IOException {
        shelf = Shelf.open();
        plain = Loaders.plain(shelf.places(Library.JACKSON));
    }

    @AfterEach
    void close() throws IOException {
        plain.close();
        shelf.close();
    }

    /** Does something to the bytes of one class, in place of weaving it. */
    private final class Meddling extends URLClassLoader {
        private final UnaryOperator<byte[]> change;

        Meddling(UnaryOperator<byte[]> change) {
            super(new URL[0], plain);
            this.change = change;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.equals(PARSER) ? define() : super.loadClass(name, resolve);
        }

        private Class<?> define() {
            try (InputStream in = plain.getResourceAsStream(PARSER.replace('.', '/') + ".class")) {
                byte[] file = change.apply(Objects.requireNonNull(in, PARSER).readAllBytes());
                return defineClass(PARSER, file, 0, file.length);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    private Linking linking(UnaryOperator<byte[]> change) throws IOException {
        try (var meddling = new Meddling(change)) {
            return Linking.of(List.of(PARSER), meddling, plain);
        }
    }

    @Test
    void linking_classesAsTheyAre_isWhole() throws IOException {
        assertThat(linking(file -> file).isWhole()).isTrue();
    }

    @Test
    void linking_classThatDoesNotVerify_hasFailed() throws IOException {
        ClassFile withoutMaps = ClassFile.of(StackMapsOption.DROP_STACK_MAPS);

        Linking linking =
                linking(
                        file ->
                                withoutMaps.transformClass(
                                        withoutMaps.parse(file),
                                        ClassTransform.transformingMethodBodies(
                                                CodeTransform.ACCEPT_ALL)));

        assertThat(linking.isWhole()).isFalse();
        assertThat(linking.failed()).containsOnlyKeys(PARSER);
        assertThat(linking.inWords())
                .startsWith("1 classes: 0 woven and verified, 0 refused, 1 failed")
                .contains("VerifyError");
    }

    @Test
    void linking_classThatIsRefused_isNotWhole() throws IOException {
        Linking linking =
                linking(
                        file -> {
                            throw new WeaveRefusedException(
                                    Refusal.because("is a test").inClass(PARSER));
                        });

        assertThat(linking.isWhole()).isFalse();
        assertThat(linking.refused()).containsOnlyKeys(PARSER);
    }

    @Test
    void linking_classThatUsesWhatIsNotOpen_isRefusedAndNotFailed() throws IOException {
        Linking linking =
                linking(
                        file -> {
                            var missing =
                                    new ClassNotFoundException(
                                            "a.B is not open to 'x': it is shut");
                            var error = new NoClassDefFoundError("a/B");
                            error.initCause(missing);
                            throw error;
                        });

        assertThat(linking.refused()).containsEntry(PARSER, "a.B is not open to 'x': it is shut");
        assertThat(linking.isSound()).isFalse(); // nothing is left of it
    }

    @Test
    void linking_classThatMissesAnother_hasFailed() throws IOException {
        Linking linking =
                linking(
                        file -> {
                            throw new NoClassDefFoundError("a/B");
                        });

        assertThat(linking.failed()).containsOnlyKeys(PARSER);
    }

    @ParameterizedTest
    @EnumSource
    void linking_ofSome_isSoundHoweverTheyAreWoven(Trust trust) throws IOException {
        Linking some = Linking.of(shelf, Library.GUAVA, trust, 40);

        assertThat(some.isSound()).as(some.inWords()).isTrue();
        assertThat(some.linked()).isGreaterThan(some.classes() * 9 / 10);
    }

    @Test
    void linking_classThatIsBrokenAnyway_doesNotCount() throws IOException {
        Linking linking = Linking.of(List.of("no.such.Name"), plain, plain);

        assertThat(linking.broken()).isEqualTo(1);
        assertThat(linking.failed()).isEmpty();
    }

    @Test
    void linking_ofSome_weavesThose() throws IOException {
        Linking all = Linking.of(shelf, Library.XERCES, Trust.OPEN, 50);

        assertThat(all.isWhole()).as(all.inWords()).isTrue();
        assertThat(all.classes()).isBetween(15, 30);
        assertThat(all.bytesOut()).isGreaterThan(all.bytesIn());
    }
}
