package dev.stint.libraries;

import dev.stint.weave.ClassReport;
import dev.stint.weave.MeteredClassLoader;
import dev.stint.weave.Surface;
import dev.stint.weave.WeaveRefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * Has every class of a library woven and linked, which verifies it. Runs nothing of it.
 *
 * @param classes how many there are, or were looked at
 * @param linked how many of those are woven and verified
 * @param refused reasons by class, of those that are not woven, or use what is not open to them
 * @param failed reasons by class, of those that link unwoven but not woven
 * @param broken how many do not link unwoven either, because something that they need is missing
 * @param bytesIn of all class files that were woven
 * @param bytesOut of what they have become
 */
public record Linking(
        int classes,
        int linked,
        Map<String, String> refused,
        Map<String, String> failed,
        int broken,
        long bytesIn,
        long bytesOut) {
    private static final String SUFFIX = ".class";

    /** What the code is taken for. */
    public enum Trust {
        /** Everything is open to it. */
        OPEN,
        /** It is a tenant's, whose calls of the JDK are priced, replaced or made to throw. */
        TENANT,
        /** Everything is open to it, and its stack is modelled. */
        STACKED;

        private MeteredClassLoader loader(List<Path> places) {
            return switch (this) {
                case OPEN -> Loaders.woven(places, Surface.open());
                case TENANT -> Loaders.tenant(places);
                case STACKED -> Loaders.stacked(places);
            };
        }
    }

    /** All classes of a library. */
    public static Linking of(Shelf shelf, Library library, Trust trust) throws IOException {
        return of(shelf, library, trust, 1);
    }

    /** Of every so many classes, in the order of their names, the first. */
    public static Linking of(Shelf shelf, Library library, Trust trust, int every)
            throws IOException {
        List<String> names = names(shelf.jars(library));
        List<String> some = new ArrayList<>();
        for (int i = 0; i < names.size(); i += every) {
            some.add(names.get(i));
        }
        List<Path> places = shelf.places(library);
        try (var woven = trust.loader(places);
                var plain = Loaders.plain(places)) {
            Linking linking = of(some, woven, plain);
            return linking.withBytes(
                    woven.report().sum(ClassReport::bytesIn),
                    woven.report().sum(ClassReport::bytesOut));
        }
    }

    private static List<String> names(List<Path> jars) throws IOException {
        List<String> names = new ArrayList<>();
        for (Path jar : jars) {
            try (var file = new JarFile(jar.toFile(), false)) {
                file.stream()
                        .map(ZipEntry::getName)
                        .filter(name -> name.endsWith(SUFFIX) && !name.startsWith("META-INF/"))
                        .filter(name -> !name.endsWith("module-info.class"))
                        .map(name -> name.substring(0, name.length() - SUFFIX.length()))
                        .forEach(name -> names.add(name.replace('/', '.')));
            }
        }
        names.sort(null);
        return names;
    }

    static Linking of(List<String> names, ClassLoader woven, ClassLoader plain) {
        var refused = new TreeMap<String, String>();
        var failed = new TreeMap<String, String>();
        int linked = 0;
        int broken = 0;
        for (String name : names) {
            Throwable problem = problem(woven, name);
            if (problem == null) {
                linked++;
            } else if (problem(plain, name) != null) {
                broken++;
            } else {
                String reason = refusal(problem);
                if (reason != null) {
                    refused.put(name, reason);
                } else {
                    failed.put(name, problem.toString());
                }
            }
        }
        return new Linking(names.size(), linked, refused, failed, broken, 0, 0);
    }

    private Linking withBytes(long in, long out) {
        return new Linking(classes, linked, refused, failed, broken, in, out);
    }

    private static @Nullable Throwable problem(ClassLoader loader, String name) {
        try {
            // Asking for the constructors links the class, and does not initialise it.
            var _ = Class.forName(name, false, loader).getDeclaredConstructors();
            return null;
        } catch (ClassNotFoundException | LinkageError | WeaveRefusedException e) {
            return e;
        }
    }

    /**
     * Why it was refused; null if it was not. What the verifier has to load and is not open to the
     * class makes it fail as if it were missing.
     */
    private static @Nullable String refusal(Throwable problem) {
        if (problem instanceof NoClassDefFoundError
                && problem.getCause() instanceof ClassNotFoundException missing
                && String.valueOf(missing.getMessage()).contains(" is not open to ")) {
            return missing.getMessage();
        }
        return problem instanceof WeaveRefusedException ? problem.getMessage() : null;
    }

    /** Whether every class that can be linked is woven and verified. */
    public boolean isWhole() {
        return refused.isEmpty() && isSound();
    }

    /** Whether every class that is woven is verified; of a tenant's some may be refused. */
    public boolean isSound() {
        return failed.isEmpty() && linked > 0;
    }

    /** In one line, and a line for each that is refused or has failed. */
    public String inWords() {
        var text = new StringBuilder();
        text.append(classes)
                .append(" classes: ")
                .append(linked)
                .append(" woven and verified, ")
                .append(refused.size())
                .append(" refused, ")
                .append(failed.size())
                .append(" failed, ")
                .append(broken)
                .append(" not even unwoven; ")
                .append(bytesIn >> 10)
                .append(" KB became ")
                .append(bytesOut >> 10);
        refused.forEach(
                (name, why) -> text.append("\n  refused ").append(name).append(": ").append(why));
        failed.forEach(
                (name, why) -> text.append("\n  failed ").append(name).append(": ").append(why));
        return text.toString();
    }
}
