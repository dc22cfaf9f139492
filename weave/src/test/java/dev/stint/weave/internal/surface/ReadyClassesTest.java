package dev.stint.weave.internal.surface;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.weave.Ruling;
import dev.stint.weave.Surface;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** [attack:A4] Nothing of the JDK is initialised on a tenant's stack that can be before. */
class ReadyClassesTest {
    private static final Path BASE =
            FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules/java.base");

    /** Those of the JDK's public packages; what is not among them is initialised by these. */
    @Test
    void names_ofAllThatATenantMayName_andThatHaveAnInitialiser() throws IOException {
        Set<String> wanted = new TreeSet<>();
        for (String folder :
                List.of(
                        "lang",
                        "lang/runtime",
                        "util",
                        "util/concurrent",
                        "util/concurrent/atomic",
                        "util/concurrent/locks",
                        "util/function",
                        "util/stream",
                        "math",
                        "time",
                        "time/temporal",
                        "time/chrono",
                        "io")) {
            try (Stream<Path> files = Files.list(BASE.resolve("java/" + folder))) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    String name = BASE.relativize(file).toString();
                    if (name.endsWith(".class") && isWanted(file, name)) {
                        wanted.add(name.substring(0, name.length() - 6).replace('/', '.'));
                    }
                }
            }
        }

        assertThat(ReadyClasses.names()).containsAll(wanted);
    }

    private static boolean isWanted(Path file, String name) throws IOException {
        var model = ClassFile.of().parse(Files.readAllBytes(file));
        String owner = name.substring(0, name.length() - 6);
        return model.flags().has(AccessFlag.PUBLIC)
                && model.methods().stream().anyMatch(m -> m.methodName().equalsString("<clinit>"))
                && model.methods().stream().anyMatch(m -> isOpen(owner, m));
    }

    private static boolean isOpen(String owner, MethodModel method) {
        return method.flags().has(AccessFlag.PUBLIC)
                && !(Surface.ofTenant()
                                .ofMethod(
                                        owner,
                                        method.methodName().stringValue(),
                                        method.methodType().stringValue())
                        instanceof Ruling.Refused);
    }
}
