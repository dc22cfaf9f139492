package dev.stint.testkit;

import dev.stint.testkit.internal.woven.WovenLoader;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Classes that are woven for a simulation: ordinary ones, with plain fields, {@code synchronized},
 * {@code AtomicInteger} and {@code Thread.sleep}, in which a strategy can switch tasks at each
 * access to what they share.
 *
 * <p>A woven class is a twin of the ordinary one, which stays as it is: it has the same name, and
 * static fields of its own.
 */
public final class WovenClasses {
    /** Stands for the package of the class from which the others are seen. */
    public static final String OWN_PACKAGE = ".";

    private final WovenLoader loader;

    private WovenClasses(WovenLoader loader) {
        this.loader = loader;
    }

    /**
     * Classes of some packages and all below them, made anew.
     *
     * @param from the class that uses them
     * @param packages {@link #OWN_PACKAGE} stands for that of this class
     */
    public static WovenClasses of(Class<?> from, List<String> packages) {
        Objects.requireNonNull(from, "the class that uses those that are woven");
        List<String> names = new ArrayList<>();
        for (String name : packages) {
            names.add(name.equals(OWN_PACKAGE) ? from.getPackageName() : checked(name));
        }
        ClassLoader origin = from.getClassLoader();
        return new WovenClasses(
                new WovenLoader(
                        origin == null ? ClassLoader.getSystemClassLoader() : origin, names));
    }

    private static String checked(String name) {
        if (!name.matches("[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*")) {
            throw new IllegalArgumentException(
                    "'"
                            + name
                            + "' is not the name of a package to weave. Write it as in a package"
                            + " declaration, or \".\" for the package of the test.");
        }
        return name;
    }

    /** The twin of a class; the class itself if its package is not woven. */
    public Class<?> twinOf(Class<?> type) {
        Objects.requireNonNull(type, "the class whose twin is wanted");
        try {
            return loader.isWoven(type.getName()) ? loader.loadClass(type.getName()) : type;
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(
                    type + " cannot be woven: its class loader does not find it by its name", e);
        }
    }

    /**
     * A body for {@link Sim#check} that is woven, with all classes of its package and those below:
     * {@code Sim.check(cfg -> cfg, WovenClasses.body(Transfer.class))}. Each schedule has an
     * instance of its own, made with the constructor without parameters.
     *
     * @param more other packages to weave
     */
    public static Sim.Body body(Class<? extends Sim.Body> type, String... more) {
        List<String> packages = new ArrayList<>(List.of(more));
        packages.add(OWN_PACKAGE);
        Class<?> twin = of(type, packages).twinOf(type);
        Constructor<?> constructor;
        try {
            constructor = twin.getDeclaredConstructor();
            constructor.setAccessible(true);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(
                    type.getName()
                            + " has no constructor without parameters, and each schedule needs an"
                            + " instance of its own. Give it one, and make the class static.",
                    e);
        }
        return sim -> ((Sim.Body) newInstance(constructor)).run(sim);
    }

    private static Object newInstance(Constructor<?> constructor) throws Exception {
        try {
            return constructor.newInstance();
        } catch (InvocationTargetException e) {
            switch (e.getCause()) {
                case Exception cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw e;
            }
        }
    }
}
