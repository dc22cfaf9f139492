package dev.stint;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A jar made for a test, of classes that are compiled on the spot. */
public final class SmallJar {
    private final Manifest manifest = new Manifest();
    private final Map<String, byte[]> entries = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> sources = new LinkedHashMap<>(); // by folder

    public SmallJar() {
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    }

    /** A jar of one class {@code app.Main} whose main method has this body. */
    public static SmallJar ofMain(String body) {
        return new SmallJar()
                .withManifest("Main-Class", "app.Main")
                .withClass(
                        "app.Main",
                        "package app; public class Main { public static void main(String[] args)"
                                + " throws Throwable { "
                                + body
                                + " } }");
    }

    public SmallJar withManifest(String name, String value) {
        manifest.getMainAttributes().putValue(name, value);
        return this;
    }

    public SmallJar withManifestOf(String entry, String name, String value) {
        manifest.getEntries().computeIfAbsent(entry, e -> new Attributes()).putValue(name, value);
        return this;
    }

    public SmallJar withEntry(String name, byte[] bytes) {
        entries.put(name, bytes);
        return this;
    }

    public SmallJar withEntry(String name, String text) {
        return withEntry(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds all classes that come of a source. Sources may refer to each other. */
    public SmallJar withClass(String name, String source) {
        return withClassIn("", name, source);
    }

    /** The same, in a folder of the jar; these may refer to those in the same folder. */
    public SmallJar withClassIn(String folder, String name, String source) {
        sources.computeIfAbsent(folder, f -> new LinkedHashMap<>()).put(name, source);
        return this;
    }

    /** The class files that come of sources, by the names that their entries have. */
    private static Map<String, byte[]> compile(Map<String, String> sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options =
                List.of("-proc:none", "-g", "-cp", System.getProperty("java.class.path"));
        var problems = new java.io.StringWriter();
        try (var files = new Results(compiler.getStandardFileManager(null, null, null))) {
            boolean compiled =
                    compiler.getTask(
                                    problems,
                                    files,
                                    null,
                                    options,
                                    null,
                                    sources.entrySet().stream()
                                            .map(e -> new Source(e.getKey(), e.getValue()))
                                            .toList())
                            .call();
            if (!compiled) {
                throw new AssertionError(problems.toString());
            }
            return files.toMap();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public byte[] toBytes() {
        sources.forEach(
                (folder, some) ->
                        compile(some)
                                .forEach((entry, bytes) -> entries.put(folder + entry, bytes)));
        sources.clear();
        var bytes = new ByteArrayOutputStream();
        try (var jar = new JarOutputStream(bytes, manifest)) {
            for (var entry : entries.entrySet()) {
                jar.putNextEntry(new ZipEntry(entry.getKey()));
                jar.write(entry.getValue());
                jar.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    public Path writeTo(Path file) {
        try {
            return Files.write(file, toBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String className, String text) {
            super(URI.create("mem:///" + className.replace('.', '/') + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class Result extends SimpleJavaFileObject {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final String entry;

        Result(String className) {
            super(URI.create("mem:///" + className.replace('.', '/') + ".class"), Kind.CLASS);
            this.entry = className.replace('.', '/') + ".class";
        }

        @Override
        public ByteArrayOutputStream openOutputStream() {
            return bytes;
        }
    }

    private static final class Results extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private final List<Result> results = new ArrayList<>();

        Results(StandardJavaFileManager others) {
            super(others);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location location,
                String className,
                JavaFileObject.Kind kind,
                FileObject sibling) {
            var result = new Result(className);
            results.add(result);
            return result;
        }

        Map<String, byte[]> toMap() {
            var map = new LinkedHashMap<String, byte[]>();
            results.forEach(result -> map.put(result.entry, result.bytes.toByteArray()));
            return map;
        }
    }
}
