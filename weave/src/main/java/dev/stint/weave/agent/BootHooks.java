package dev.stint.weave.agent;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import jdk.internal.access.SharedSecrets;

/**
 * The hooks as classes of the JDK's own loader: the JDK sees no others. Every loader asks that one
 * first, so these are the hooks for everybody, if nobody has used them before.
 *
 * <p>Their jar is not put on the loader's path: for that the JVM gives up sharing the classes of
 * applications, and says so on the application's output.
 */
final class BootHooks {
    private static final String HOOKS = "dev/stint/hooks/";
    private static final String ANY_HOOK = HOOKS + "Hook.class";
    private static final String ENDING = ".class";

    private BootHooks() {}

    /** Defines all of them. */
    static void define() throws IOException {
        Map<String, byte[]> left = files();
        while (!left.isEmpty()) {
            int before = left.size();
            List<String> defined = new ArrayList<>();
            left.forEach(
                    (name, file) -> {
                        if (tryDefine(name, file)) {
                            defined.add(name);
                        }
                    });
            left.keySet().removeAll(defined);
            if (left.size() == before) {
                throw new IOException("the JVM does not take " + left.keySet());
            }
        }
    }

    /** False if an ancestor is missing yet. */
    private static boolean tryDefine(String name, byte[] file) {
        try {
            SharedSecrets.getJavaLangAccess().defineClass(null, name, file, null, null);
            return true;
        } catch (NoClassDefFoundError e) {
            return false;
        }
    }

    /** By the name of the class, with dots. */
    private static Map<String, byte[]> files() throws IOException {
        URL hook = ClassLoader.getSystemResource(ANY_HOOK);
        if (hook == null) {
            throw new IOException("the hooks are not on the class path");
        }
        String text = hook.toString();
        String root = text.substring(0, text.length() - ANY_HOOK.length());
        try {
            return root.startsWith("jar:")
                    ? inJar(Path.of(new URI(root.substring(4, root.length() - 2))))
                    : inFolder(Path.of(new URI(root)));
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw new IOException("the hooks are at " + hook + ", which is no file", e);
        }
    }

    private static Map<String, byte[]> inJar(Path path) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (var jar = new ZipFile(path.toFile())) {
            for (ZipEntry entry : jar.stream().toList()) {
                if (isHook(entry.getName())) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        files.put(className(entry.getName()), in.readAllBytes());
                    }
                }
            }
        }
        return files;
    }

    private static Map<String, byte[]> inFolder(Path root) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (Stream<Path> all = Files.walk(root.resolve(HOOKS))) {
            for (Path file : all.toList()) {
                String name = root.relativize(file).toString().replace('\\', '/');
                if (isHook(name)) {
                    files.put(className(name), Files.readAllBytes(file));
                }
            }
        }
        return files;
    }

    private static boolean isHook(String file) {
        return file.startsWith(HOOKS)
                && file.endsWith(ENDING)
                && !file.endsWith("package-info.class");
    }

    private static String className(String file) {
        return file.substring(0, file.length() - ENDING.length()).replace('/', '.');
    }
}
