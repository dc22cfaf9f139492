package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The woven code of small shapes, as it is. Whoever changes the weaver sees here what comes of it;
 * {@code -Dstint.golden=write} writes the files anew.
 */
class GoldenTest {
    private static final Path FILES = Path.of("src/test/resources/golden");

    record Shape(Class<?> type, String method) {
        @Override
        public String toString() {
            return type.getSimpleName() + "." + method;
        }
    }

    static Stream<Shape> shapes() {
        return Stream.concat(
                Stream.of(
                                "nothing",
                                "calls",
                                "forLoop",
                                "doWhile",
                                "loopWithCall",
                                "nested",
                                "labelledContinue",
                                "returnFromLoop",
                                "thrownOut",
                                "thrownToHandler",
                                "caughtInLoop",
                                "synchronizedLoop",
                                "loopWithSynchronized",
                                "boxes",
                                "array",
                                "arrays",
                                "make",
                                "switchInLoop",
                                "finallyLoops")
                        .map(name -> new Shape(Shapes.class, name)),
                Stream.of("capturing", "staticReference", "stint$ref$0")
                        .map(name -> new Shape(FunctionShapes.class, name)));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void weave_shape_isAsInItsFile(Shape shape) throws Exception {
        byte[] woven = Weaver.of(ClassFiles::find, Surface.open()).weave(ClassFiles.of(shape.type));
        MethodModel method =
                ClassFile.of().parse(woven).methods().stream()
                        .filter(each -> each.methodName().equalsString(shape.method))
                        .findFirst()
                        .orElseThrow();

        String text = Listing.of(method);

        Path file = FILES.resolve(shape + ".txt");
        if ("write".equals(System.getProperty("stint.golden"))) {
            Files.createDirectories(FILES);
            Files.writeString(file, text);
        }
        assertThat(text).isEqualTo(Files.readString(file));
    }
}
