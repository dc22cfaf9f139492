package dev.stint.weave;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** Weaves every class of a jar and has the JVM link it, which verifies it; runs nothing of it. */
final class JarLinks {
    private JarLinks() {}

    /**
     * @param failures reasons by class, of those that link unwoven but not woven
     * @param refusals reasons by class
     */
    record Result(
            int classes,
            int linked,
            int brokenAnyway,
            Map<String, String> failures,
            Map<String, String> refusals,
            long bytesIn,
            long bytesOut) {}

    static Result link(Path jar, List<Path> beside) throws IOException {
        var names = new ArrayList<String>();
        try (var file = new JarFile(jar.toFile(), false, ZipFile.OPEN_READ)) {
            file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith(".class"))
                    .filter(name -> !name.startsWith("META-INF/"))
                    .filter(name -> !name.endsWith("module-info.class"))
                    .forEach(name -> names.add(name.substring(0, name.length() - 6)));
        }
        var urls = new ArrayList<URL>();
        urls.add(jar.toUri().toURL());
        for (Path other : beside) {
            urls.add(other.toUri().toURL());
        }
        var failures = new TreeMap<String, String>();
        int linked = 0;
        int broken = 0;
        try (var woven = new Loader(urls, true);
                var plain = new Loader(urls, false)) {
            for (String name : names) {
                String binary = name.replace('/', '.');
                String problem = problem(woven, binary);
                if (problem == null) {
                    linked++;
                } else if (problem(plain, binary) != null) {
                    broken++;
                } else if (!woven.refusals.containsKey(binary)) {
                    failures.put(binary, problem);
                }
            }
            return new Result(
                    names.size(),
                    linked,
                    broken,
                    failures,
                    woven.refusals,
                    woven.bytesIn,
                    woven.bytesOut);
        }
    }

    private static @Nullable String problem(Loader loader, String name) {
        try {
            // Asking for the constructors links the class, and does not initialise it.
            var _ = Class.forName(name, false, loader).getDeclaredConstructors();
            return null;
        } catch (ClassNotFoundException | LinkageError | WeaveRefusedException e) {
            return e.toString();
        }
    }

    private static final class Loader extends URLClassLoader {
        private final boolean weaves;
        private final Weaver weaver;
        private final Map<String, String> refusals = new TreeMap<>();
        private long bytesIn;
        private long bytesOut;

        Loader(List<URL> urls, boolean weaves) {
            // The hooks come from where the tests are.
            super(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
            this.weaves = weaves;
            this.weaver = Weaver.of(this::file, Surface.open());
        }

        private Optional<byte[]> file(String internalName) {
            URL url = findResource(internalName + ".class");
            if (url == null) {
                return Optional.empty();
            }
            try (InputStream in = url.openStream()) {
                return Optional.of(in.readAllBytes());
            } catch (IOException e) {
                throw new AssertionError(internalName, e);
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith("dev.stint.hooks.")) {
                return Class.forName(name);
            }
            byte[] file =
                    file(name.replace('.', '/'))
                            .orElseThrow(() -> new ClassNotFoundException(name));
            byte[] defined = file;
            if (weaves) {
                try {
                    defined = weaver.weave(file);
                } catch (WeaveRefusedException e) {
                    refusals.put(name, e.reason());
                    throw e;
                }
                bytesIn += file.length;
                bytesOut += defined.length;
            }
            return defineClass(name, defined, 0, defined.length);
        }
    }
}
