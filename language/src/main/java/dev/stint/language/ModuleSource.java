package dev.stint.language;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Where the modules are that scripts import besides those of the library: {@code import lib.shapes}
 * asks for {@code lib.shapes}. It is asked when a script is compiled, never when it runs.
 *
 * <pre>{@code
 * Library library = Library.none().withModules(ModuleSource.folder(Path.of("rules")));
 * }</pre>
 */
@FunctionalInterface
public interface ModuleSource {
    /** The text of a module, and how messages call it. */
    record Module(String name, String text) {
        public Module {
            Objects.requireNonNull(name, "name of a module");
            Objects.requireNonNull(text, "text of a module");
        }
    }

    /** The module of this path, such as {@code lib.shapes}; empty if there is none. */
    Optional<Module> find(String path);

    /** Has no modules. */
    static ModuleSource none() {
        return _ -> Optional.empty();
    }

    /** Has these texts, by their paths. */
    static ModuleSource of(Map<String, String> texts) {
        Map<String, String> kept = Map.copyOf(texts);
        return path ->
                Optional.ofNullable(kept.get(path)).map(text -> new Module(fileOf(path), text));
    }

    /**
     * Has the files below a folder: {@code lib.shapes} is {@code lib/shapes.jan}. A link that leads
     * out of the folder is not followed.
     */
    static ModuleSource folder(Path root) {
        Objects.requireNonNull(root, "the folder of modules");
        return path -> {
            Path file = root.resolve(fileOf(path));
            try {
                boolean isBelow = file.toRealPath().startsWith(root.toRealPath());
                return isBelow
                        ? Optional.of(
                                new Module(
                                        file.toString(),
                                        Files.readString(file, StandardCharsets.UTF_8)))
                        : Optional.empty();
            } catch (IOException e) {
                return Optional.empty(); // so that the compiler says where it would have to be
            }
        };
    }

    /** Has the files beside a script, and below: those of its folder. */
    static ModuleSource beside(Path script) {
        Path folder = script.toAbsolutePath().getParent();
        return folder == null ? none() : folder(folder);
    }

    private static String fileOf(String path) {
        return path.replace('.', '/') + ".jan";
    }
}
