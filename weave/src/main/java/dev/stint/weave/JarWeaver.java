package dev.stint.weave;

import dev.stint.weave.internal.files.ClassFileHeader;
import dev.stint.weave.internal.files.JarManifest;
import dev.stint.weave.internal.jar.AlreadyWoven;
import dev.stint.weave.internal.jar.Archive;
import dev.stint.weave.internal.jar.CallGraph;
import dev.stint.weave.internal.jar.ClassPath;
import dev.stint.weave.internal.surface.Signatures;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.reflect.AccessFlag;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A weaver for whole jars, ahead of time. It weaves every class file in the jar: also those for
 * other releases of Java, and those in jars inside the jar. Either all of it is woven, or nothing
 * is written.
 *
 * <p>What is not a class is copied. Signatures are dropped, because they no longer hold. The
 * manifest gets the mark {@value #MARK}. A jar with that mark is not woven again, because its code
 * would pay twice. The same jar, surface and version give the same bytes.
 */
public final class JarWeaver {
    /**
     * The attribute in the manifest of a woven jar; its value is the version of Stint that wove it.
     */
    public static final String MARK = "Stint-Woven";

    /**
     * The time that all entries get, so that the same jar gives the same bytes. Not the first day
     * of that year, for which the JDK would add the time zone.
     */
    private static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

    private static final Pattern SIGNATURE =
            Pattern.compile("META-INF/(SIG-[^/]*|[^/]*\\.(SF|DSA|RSA|EC))");

    private final Surface surface;
    private final String version;
    private final List<Path> beside;
    private final UnaryOperator<Weaver> how;
    private final Progress progress;

    private JarWeaver(
            Surface surface,
            String version,
            List<Path> beside,
            UnaryOperator<Weaver> how,
            Progress progress) {
        this.surface = surface;
        this.version = version;
        this.beside = beside;
        this.how = how;
        this.progress = progress;
    }

    /** A listener that is told how far the weaving of a jar has come. */
    @FunctionalInterface
    public interface Progress {
        /** Called after each class. */
        void done(int classes, int of);
    }

    /**
     * A weaver of jars.
     *
     * @param surface what their classes may use
     * @param version of Stint, for the manifest
     */
    public static JarWeaver of(Surface surface, String version) {
        return new JarWeaver(
                Objects.requireNonNull(surface, "what woven code may refer to"),
                Objects.requireNonNull(version, "the version of Stint"),
                List.of(),
                UnaryOperator.identity(),
                (classes, of) -> {});
    }

    /**
     * The same weaver with other jars or folders whose classes these refer to. They are not woven
     * here, but are taken to be woven as well: calls to them are not checked.
     */
    public JarWeaver withClasspath(List<Path> jars) {
        return new JarWeaver(surface, version, List.copyOf(jars), how, progress);
    }

    /**
     * The same weaver with something that its weavers are to do differently, such as {@link
     * Weaver#strict}.
     */
    public JarWeaver weaving(UnaryOperator<Weaver> differently) {
        Objects.requireNonNull(differently, "what the weaver is to do differently");
        return new JarWeaver(surface, version, beside, differently, progress);
    }

    public JarWeaver withProgress(Progress listener) {
        Objects.requireNonNull(listener, "who is told of the progress");
        return new JarWeaver(surface, version, beside, how, listener);
    }

    /**
     * The manifest of a jar; an empty one if it has none. It is read up to a size that no honest
     * one has.
     *
     * @throws IOException if it cannot be read, or is too large
     */
    public static Manifest manifestOf(Path jar) throws IOException {
        try (var file = new ZipFile(jar.toFile())) {
            return JarManifest.of(file);
        }
    }

    /**
     * Reports what weaving a jar would come to. Writes nothing.
     *
     * @throws IOException if it cannot be read as a jar
     */
    public WeaveReport inspect(Path in) throws IOException {
        return weaveTo(in, OutputStream.nullOutputStream());
    }

    /**
     * Weaves a jar.
     *
     * @param out where to write the woven one; what is there is replaced, in one step
     * @throws JarRefusedException if a class of it cannot be woven
     * @throws IllegalArgumentException if both are the same file
     * @throws IOException if one cannot be read as a jar, or the other not be written
     */
    public WeaveReport weave(Path in, Path out) throws IOException {
        if (Files.exists(out) && Files.isSameFile(in, out)) {
            throw new IllegalArgumentException(
                    in + " cannot be woven into itself; name another file to write.");
        }
        Path part =
                out.resolveSibling(out.getFileName() + ".part-" + ProcessHandle.current().pid());
        try {
            WeaveReport report;
            try (OutputStream to = Files.newOutputStream(part)) {
                report = weaveTo(in, to);
            }
            if (!report.isWhole()) {
                throw new JarRefusedException(report);
            }
            move(part, out);
            return report;
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private WeaveReport weaveTo(Path in, OutputStream to) throws IOException {
        try (Archive archive = Archive.open(in);
                var jars = new ClassPath(beside)) {
            return new Run(archive, jars).weave(to);
        }
    }

    /** The weaving of one jar. */
    private final class Run {
        private final Archive archive;
        private final ClassPath jars;
        private final List<Archive> all;
        private final Map<Integer, Weaver> weavers = new HashMap<>(); // by release
        private final CallGraph calls = new CallGraph();
        private final List<ClassReport> reports = new ArrayList<>();
        private final List<Refusal> refused = new ArrayList<>();
        private final int classes;
        private int done;

        Run(Archive archive, ClassPath jars) {
            this.archive = archive;
            this.jars = jars;
            this.all = archive.all();
            this.classes =
                    all.stream()
                            .mapToInt(
                                    a ->
                                            (int)
                                                    a.entries().stream()
                                                            .filter(Archive::isClass)
                                                            .count())
                            .sum();
        }

        WeaveReport weave(OutputStream to) throws IOException {
            for (Archive one : all) {
                String mark = one.manifest().getMainAttributes().getValue(MARK);
                if (mark != null) {
                    throw new IllegalArgumentException(
                            one.name()
                                    + " is woven already, by Stint "
                                    + mark
                                    + "; weave the jar that it was made from.");
                }
            }
            write(archive, to);
            return WeaveReport.of(archive.name(), reports, refused, reachable());
        }

        /** Of a jar with a main class, from there; else from all that is public. */
        private Predicate<Refusal> reachable() {
            String main =
                    archive.manifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
            Set<CallGraph.Method> reached =
                    calls.reachable(main == null ? null : main.strip().replace('.', '/'));
            var names = new HashSet<String>();
            for (CallGraph.Method method : reached) {
                names.add(
                        nameOf(
                                method.owner().replace('/', '.'),
                                Signatures.of(method.key().name(), method.key().descriptor())));
            }
            return refusal -> names.contains(nameOf(refusal.className(), refusal.method()));
        }

        private static String nameOf(String className, String method) {
            return className + '.' + method;
        }

        private void write(Archive from, OutputStream to) throws IOException {
            var zip = new ZipOutputStream(to);
            put(zip, new ZipEntry(JarFile.MANIFEST_NAME), held(manifestOf(from)));
            for (ZipEntry entry : from.entries()) {
                String name = entry.getName().toUpperCase(Locale.ROOT);
                if (name.equals(JarFile.MANIFEST_NAME) || SIGNATURE.matcher(name).matches()) {
                    continue;
                }
                Archive nested = from.inside(entry);
                if (nested != null) {
                    Path woven = Files.createTempFile("stint", ".jar");
                    try {
                        try (OutputStream inner = Files.newOutputStream(woven)) {
                            write(nested, inner);
                        }
                        put(zip, entry, () -> Files.newInputStream(woven));
                    } finally {
                        Files.deleteIfExists(woven);
                    }
                } else if (Archive.isClass(entry)) {
                    byte[] woven = weave(from, entry);
                    if (woven != null) {
                        put(zip, entry, held(woven));
                    }
                } else {
                    put(zip, entry, () -> from.stream(entry));
                }
            }
            zip.finish();
        }

        /**
         * The woven class; null if it is refused. The refusal is noted, unless nobody would load
         * the class.
         */
        private byte @Nullable [] weave(Archive from, ZipEntry entry) throws IOException {
            byte[] file = from.readClass(entry);
            try {
                if (isModule(file)) {
                    return file;
                }
                AlreadyWoven.refuse(file);
                WovenClass woven = weaver(from.releaseOf(entry.getName())).weaveAndReport(file);
                reports.add(woven.report());
                calls.add(ClassFile.of().parse(file));
                return woven.bytes();
            } catch (WeaveRefusedException e) {
                if (!from.isShadowed(entry.getName())) {
                    refused.add(e.refusal().inClass(nameOf(e, from, entry)));
                }
                return null;
            } finally {
                done++;
                progress.done(done, classes);
            }
        }

        /** The class that was refused; the entry, if it does not lie where its name says. */
        private String nameOf(WeaveRefusedException e, Archive from, ZipEntry entry) {
            String path = e.className().replace('.', '/') + ".class";
            return entry.getName().equals(path)
                    ? e.className()
                    : (from == archive ? "" : from.name() + "!/") + entry.getName();
        }

        private Weaver weaver(int release) {
            return weavers.computeIfAbsent(release, this::makeWeaver);
        }

        private Weaver makeWeaver(int release) {
            return how.apply(Weaver.of(name -> find(name, release), ClassSource.ofJdk(), surface));
        }

        private Optional<byte[]> find(String name, int release) {
            for (Archive one : all) {
                byte[] found = one.find(name, release);
                if (found != null) {
                    return Optional.of(found);
                }
            }
            return jars.find(name);
        }
    }

    /** True for a description of a module. Its flags decide and not its name, as for the JVM. */
    private static boolean isModule(byte[] file) {
        try {
            return ClassFileHeader.majorVersion(file) >= ClassFile.JAVA_9_VERSION
                    && ClassFile.of().parse(file).flags().has(AccessFlag.MODULE);
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** The manifest with our mark, and without what signed the entries. */
    private byte[] manifestOf(Archive from) throws IOException {
        var manifest = new Manifest(from.manifest());
        Attributes main = manifest.getMainAttributes();
        main.putIfAbsent(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.putValue(MARK, version);
        for (Attributes attributes : manifest.getEntries().values()) {
            attributes.keySet().removeIf(JarWeaver::isOfSignature);
        }
        manifest.getEntries().values().removeIf(Attributes::isEmpty);
        var bytes = new ByteArrayOutputStream();
        manifest.write(bytes);
        return bytes.toByteArray();
    }

    private static boolean isOfSignature(Object attribute) {
        String name = attribute.toString().toLowerCase(Locale.ROOT);
        return name.equals("magic") || name.contains("-digest");
    }

    /** Something to write, which may be larger than memory. */
    @FunctionalInterface
    private interface Content {
        InputStream open() throws IOException;
    }

    private static Content held(byte[] bytes) {
        return () -> new ByteArrayInputStream(bytes);
    }

    private static void put(ZipOutputStream zip, ZipEntry like, Content content)
            throws IOException {
        var entry = new ZipEntry(like.getName());
        entry.setTimeLocal(TIME);
        if (like.getMethod() == ZipEntry.STORED || like.isDirectory()) {
            var crc = new CRC32(); // both are written before the content
            try (var in = new CheckedInputStream(content.open(), crc)) {
                entry.setSize(in.transferTo(OutputStream.nullOutputStream()));
            }
            entry.setMethod(ZipEntry.STORED);
            entry.setCrc(crc.getValue());
        }
        zip.putNextEntry(entry);
        try (InputStream in = content.open()) {
            in.transferTo(zip);
        }
        zip.closeEntry();
    }
}
