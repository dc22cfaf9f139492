package dev.stint.weave;

import dev.stint.hooks.AccessRefusedException;
import dev.stint.weave.internal.files.ClassFileHeader;
import dev.stint.weave.internal.files.JdkClasses;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The names that a tenant may give to classes which it makes at run time: those that mean nothing
 * yet. A name of the JDK, of Stint, of the host or of the tenant's jars means what it always does.
 */
final class NewNames {
    private static final int LONGEST = 1_000; // characters, as the weaver has it

    /** Packages of the JDK and of the runtime, and of what is generated for a tenant. */
    private static final List<String> TAKEN =
            List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "dev.stint.", "stint.");

    private static final Set<String> PACKAGES_OF_JDK =
            ModuleLayer.boot().modules().stream()
                    .filter(NewNames::isOfJdk)
                    .flatMap(module -> module.getPackages().stream())
                    .collect(Collectors.toUnmodifiableSet());

    private final String tenant;
    private final Surface surface;
    private final Predicate<String> isOfTenant;

    /**
     * @param isOfTenant true for the internal name of a class that its jars have, or that was
     *     defined beside them
     */
    NewNames(String tenant, Surface surface, Predicate<String> isOfTenant) {
        this.tenant = tenant;
        this.surface = surface;
        this.isOfTenant = isOfTenant;
    }

    private static boolean isOfJdk(Module module) {
        ClassLoader loader = module.getClassLoader();
        return loader == null
                || loader == ClassLoader.getPlatformClassLoader()
                || module.getName().startsWith("jdk.")
                || module.getName().startsWith("java.");
    }

    /** True for the binary name of a class that nobody has, and that the host opens to nobody. */
    boolean contains(String name) {
        String internalName = name.replace('.', '/');
        return !isTaken(name)
                && !isOfTenant.test(internalName)
                && surface.ofClass(internalName) instanceof Ruling.Refused
                && !JdkClasses.has(internalName);
    }

    private static boolean isTaken(String binaryName) {
        String name = binaryName.replace('/', '.');
        int end = name.lastIndexOf('.');
        return TAKEN.stream().anyMatch(name::startsWith)
                || (end > 0 && PACKAGES_OF_JDK.contains(name.substring(0, end)));
    }

    /**
     * The name of a class that is to be defined.
     *
     * @param asked for; null if only the file says it
     * @throws AccessRefusedException if it is not the tenant's to give
     * @throws LinkageError if it is not what the file says
     */
    String ofNew(@Nullable String asked, byte[] file) {
        String said = ClassFileHeader.guess(file);
        String name = asked == null ? said : asked;
        if (name.length() > LONGEST || !contains(name)) {
            throw new AccessRefusedException(
                    "'"
                            + tenant
                            + "' cannot define a class "
                            + shown(name)
                            + ": that name belongs to its jars, to the JDK, or to the host, or is"
                            + " too long. Choose another.");
        }
        if (!name.equals(said)) {
            throw new NoClassDefFoundError(
                    shown(name) + " cannot be defined: its file says that it is " + shown(said));
        }
        return name;
    }

    /** The same for a class that is to be in the package of another. */
    String ofNeighbour(Class<?> neighbour, byte[] file) {
        String name = ofNew(null, file);
        String home = name.substring(0, Math.max(0, name.lastIndexOf('.')));
        if (!home.equals(neighbour.getPackageName())) {
            throw new IllegalArgumentException(
                    shown(name) + " is not in the package of " + neighbour.getName());
        }
        return name;
    }

    private static String shown(String name) {
        return name.length() <= LONGEST ? name : name.substring(0, 99) + "...";
    }
}
