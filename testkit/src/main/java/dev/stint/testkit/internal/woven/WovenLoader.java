package dev.stint.testkit.internal.woven;

import dev.stint.Scheduler;
import dev.stint.hooks.Simulation;
import dev.stint.testkit.internal.report.SourceLine;
import dev.stint.weave.ClassSource;
import dev.stint.weave.WeaveRefusedException;
import dev.stint.weave.points.PointWeaver;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.security.CodeSource;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A class loader that weaves the classes of some packages, as twins of those that its parent would
 * load. All others come from there. A package is woven as a whole: its classes may see what is
 * private to it.
 */
public final class WovenLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private static final String OURS = "dev.stint.";

    /** Where our own classes are. Not woven, whatever package is named: tests share them. */
    private static final List<Class<?>> OUR_PLACES =
            List.of(Scheduler.class, WovenLoader.class, Simulation.class, PointWeaver.class);

    private final List<String> packages;
    private final ClassLoader origin;
    private final PointWeaver weaver;
    private final Map<String, Boolean> ours = new HashMap<>(); // by package; guarded by itself

    /**
     * @param packages their names; all below them are woven as well. An empty one stands for the
     *     package without a name, and nothing below.
     */
    public WovenLoader(ClassLoader origin, List<String> packages) {
        super(origin);
        this.origin = origin;
        this.packages = List.copyOf(packages);
        ClassSource classes = name -> Optional.ofNullable(find(name));
        this.weaver = PointWeaver.of(classes.orElse(ClassSource.ofJdk()));
        WovenSimulation.get().install();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null && isWoven(name)) {
                loaded = defineTwin(name);
            }
            if (loaded == null) {
                loaded = origin.loadClass(name);
            }
            if (resolve) {
                resolveClass(loaded);
            }
            return loaded;
        }
    }

    /** Null if there is no file to weave: it was made while the program ran. */
    private @Nullable Class<?> defineTwin(String name) throws ClassNotFoundException {
        byte[] file = find(name.replace('.', '/'));
        if (file == null) {
            return null;
        }
        Class<?> original = origin.loadClass(name);
        byte[] woven;
        try {
            woven = weaver.weave(file);
        } catch (WeaveRefusedException e) {
            throw new IllegalStateException(
                    "class "
                            + name
                            + " cannot be woven for a simulation: "
                            + e.reason()
                            + ". Name the packages that are to be woven without its own:"
                            + " @SimTest(weave = ...), or none: weave = {}.",
                    e);
        }
        return defineClass(name, woven, 0, woven.length, original.getProtectionDomain());
    }

    private byte @Nullable [] find(String internalName) {
        try (InputStream in = origin.getResourceAsStream(internalName + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("the class file of " + internalName, e);
        }
    }

    public boolean isWoven(String className) {
        String its = packageOf(className);
        boolean isNamed = false;
        for (String each : packages) {
            isNamed |= its.equals(each) || (!each.isEmpty() && its.startsWith(each + "."));
        }
        return isNamed && !SourceLine.isNobodys(className) && !isOurs(its);
    }

    static String packageOf(String className) {
        int dot = className.lastIndexOf('.');
        return dot < 0 ? "" : className.substring(0, dot);
    }

    private boolean isOurs(String name) {
        if (!(name + ".").startsWith(OURS)) {
            return false;
        }
        synchronized (ours) {
            return ours.computeIfAbsent(name, this::hasOurs);
        }
    }

    /** Each of our packages has a description, and one of that name is where our classes are. */
    private boolean hasOurs(String name) {
        List<URL> found;
        try {
            found =
                    Collections.list(
                            origin.getResources(name.replace('.', '/') + "/package-info.class"));
        } catch (IOException e) {
            throw new UncheckedIOException("the description of package " + name, e);
        }
        return found.stream().map(URL::toString).anyMatch(WovenLoader::isOurPlace);
    }

    private static boolean isOurPlace(String url) {
        for (Class<?> each : OUR_PLACES) {
            CodeSource source = each.getProtectionDomain().getCodeSource();
            String place = source == null ? "?" : String.valueOf(source.getLocation());
            if (url.startsWith(place) || url.startsWith("jar:" + place + "!")) {
                return true;
            }
        }
        return false;
    }
}
