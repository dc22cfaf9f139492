package dev.stint.weave;

import dev.stint.hooks.TenantLoader;
import dev.stint.hooks.jdk.MadeLoaders;
import dev.stint.weave.internal.classes.ClassInfo;
import dev.stint.weave.internal.files.ReferredClasses;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.net.URL;
import java.security.ProtectionDomain;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The loader behind one that a tenant has written. The JVM knows this one: it defines the classes,
 * and is asked for those that they name.
 *
 * <p>A name of the JDK, of the host or of the tenant's jars means here what it means everywhere.
 * For any other the tenant's loader is asked, once: what it answers is decided from then on, and
 * what the weaver believes about a class is read from the very class that the JVM will find. So it
 * does no harm if that loader lies, changes its mind, or answers many threads at once.
 */
final class LoaderBehind extends ClassLoader implements TenantLoader {
    static {
        registerAsParallelCapable();
    }

    private final MeteredClassLoader home;
    private final ClassLoader written;
    private final ProtectionDomain domain = new ProtectionDomain(null, null);

    /** What names mean here; also the lock of all below, under which no code of a tenant runs. */
    private final Map<String, Class<?>> decided = new HashMap<>();

    /** The names of classes that are being defined. */
    private final Set<String> underway = new HashSet<>();

    /** Of the classes that are defined here or about to be, as they are before they are woven. */
    private final Map<String, ClassInfo> infos = new HashMap<>();

    /** The names of classes that others were woven for before they were defined. */
    private final Set<String> believed = new HashSet<>();

    LoaderBehind(MeteredClassLoader home, ClassLoader written) {
        super(home.getName(), null);
        this.home = home;
        this.written = written;
    }

    MeteredClassLoader ofJars() {
        return home;
    }

    // ---- finding

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        Class<?> found = meaning(name);
        if (found == null && !home.isNew(name)) {
            found = home.shared(name);
        }
        return found == null ? decide(name, MadeLoaders.ask(written, name)) : found;
    }

    @Override
    public Optional<Class<?>> decided(String name) {
        return Optional.ofNullable(meaning(name));
    }

    private @Nullable Class<?> meaning(String name) {
        synchronized (decided) {
            return decided.get(name);
        }
    }

    /**
     * Decides what a name means here, if that was not done meanwhile.
     *
     * @param answer of the tenant's loader
     */
    private Class<?> decide(String name, Class<?> answer) throws ClassNotFoundException {
        if (!answer.getName().equals(name) || !home.isOwn(answer)) {
            throw new ClassNotFoundException(
                    "asked for "
                            + name
                            + ", a class loader of '"
                            + home.getName()
                            + "' gave "
                            + (home.isOwn(answer) ? answer.getName() : "a class of somebody else"));
        }
        var meant = new HashMap<String, Class<?>>();
        collect(answer, meant);
        synchronized (decided) {
            Class<?> before = decided.get(name);
            if (before != null) {
                return before;
            }
            meant.forEach(this::ensureMayMean);
            meant.values().removeIf(each -> !(each.getClassLoader() instanceof LoaderBehind));
            decided.putAll(meant);
        }
        return answer;
    }

    /** A class of the tenant's and what it inherits from: what is woven here may use all of it. */
    private void collect(@Nullable Class<?> type, Map<String, Class<?>> into) {
        if (type == null || !home.isOwn(type) || into.put(type.getName(), type) != null) {
            return;
        }
        collect(type.getSuperclass(), into);
        for (Class<?> parent : type.getInterfaces()) {
            collect(parent, into);
        }
    }

    private void ensureMayMean(String name, Class<?> type) {
        Class<?> before = decided.get(name);
        if (underway.contains(name) || (before != null && before != type)) {
            throw new LinkageError(
                    "in a class loader of '"
                            + home.getName()
                            + "', "
                            + name
                            + (before == null ? " is being defined" : " means another class")
                            + ", and so it cannot mean what another loader has under that name");
        }
    }

    // ---- defining

    @Override
    public Class<?> define(@Nullable String asked, byte[] given) {
        byte[] file = home.renamed(given);
        return defineNew(home.newNames().ofNew(asked, file), file);
    }

    @Override
    public Class<?> defineBeside(Class<?> neighbour, byte[] given) {
        byte[] file = home.renamed(given);
        return defineNew(home.newNames().ofNeighbour(neighbour, file), file);
    }

    private Class<?> defineNew(String name, byte[] file) {
        begin(name);
        Class<?> made = null;
        try {
            ClassInfo info = ClassInfo.ofOwn(file);
            if (info != null) {
                decideParents(info);
                promise(name, info);
                askForAll(file);
            }
            Weaver knowing = home.weaver().knowing(each -> known(each, name, info));
            MeteredClassLoader.payForHeritage(knowing, info);
            WovenClass woven = home.weaveOneMore(knowing, name, file);
            made = defineClass(name, woven.bytes(), 0, woven.bytes().length, domain);
            return made;
        } finally {
            end(name, made);
        }
    }

    private void end(String name, @Nullable Class<?> made) {
        synchronized (decided) {
            if (made != null) {
                decided.put(name, made);
                underway.remove(name);
            } else if (!believed.contains(name)) {
                infos.remove(name);
                underway.remove(name);
            } // or else others were woven for this one, and there can be no other
        }
    }

    /**
     * Has it decided what a class inherits from, before anybody hears of it: whoever does goes
     * through all that is above.
     */
    private void decideParents(ClassInfo info) {
        for (String each : info.parents()) {
            String name = each.replace('/', '.');
            try {
                if (meaning(name) == null && home.isNew(name)) {
                    ensureNotUnderway(name);
                    decide(name, MadeLoaders.ask(written, name));
                }
            } catch (ClassNotFoundException e) {
                var missing = new NoClassDefFoundError(name);
                missing.initCause(e);
                throw missing;
            }
        }
    }

    private void ensureNotUnderway(String name) {
        synchronized (decided) {
            if (underway.contains(name)) {
                throw new ClassCircularityError(name);
            }
        }
    }

    private void promise(String name, ClassInfo info) {
        synchronized (decided) {
            infos.put(name, info);
        }
    }

    private void begin(String name) {
        synchronized (decided) {
            if (decided.containsKey(name) || !underway.add(name)) {
                throw new LinkageError(
                        "a class loader of '"
                                + home.getName()
                                + "' cannot define "
                                + name
                                + ": it has "
                                + (decided.containsKey(name)
                                        ? "a class of that name"
                                        : "one of that name in work")
                                + ". Define it once, or in another loader.");
            }
        }
    }

    /**
     * Has it decided what all new names in a file mean, while nothing of ours is at work: the
     * tenant's loader runs the tenant's code. What it does not have, the weaver takes for missing.
     */
    private void askForAll(byte[] file) {
        for (String each : ReferredClasses.of(file)) {
            String name = each.replace('/', '.');
            if (!isDecidedOrUnderway(name) && home.isNew(name)) {
                try {
                    decide(name, MadeLoaders.ask(written, name));
                } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
                    // As the JVM would learn when it comes to it: there the code fails.
                }
            }
        }
    }

    private boolean isDecidedOrUnderway(String name) {
        synchronized (decided) {
            return decided.containsKey(name) || underway.contains(name);
        }
    }

    /**
     * What the weaver is to know first of a class; null if what the jars have holds.
     *
     * @param self the name of the class that is being woven, which the second one tells of
     */
    private @Nullable ClassInfo known(String internalName, String self, @Nullable ClassInfo own) {
        String name = internalName.replace('/', '.');
        if (name.equals(self)) {
            return own;
        }
        Class<?> meant = meaning(name);
        return meant != null && meant.getClassLoader() instanceof LoaderBehind by
                ? by.infoOf(name)
                : believed(name);
    }

    /** A class that is about to be defined. Once it is believed in, it is that one or none. */
    private @Nullable ClassInfo believed(String name) {
        synchronized (decided) {
            ClassInfo info = underway.contains(name) ? infos.get(name) : null;
            if (info != null) {
                believed.add(name);
            }
            return info;
        }
    }

    private @Nullable ClassInfo infoOf(String name) {
        synchronized (decided) {
            return infos.get(name);
        }
    }

    // ---- all else is asked of the loader of the jars

    @Override
    public TenantLoader home() {
        return home;
    }

    @Override
    public ClassLoader known() {
        return written;
    }

    @Override
    public TenantLoader behind(ClassLoader other) {
        return home.behind(other);
    }

    @Override
    public boolean isOwn(Class<?> type) {
        return home.isOwn(type);
    }

    @Override
    public String meant(String className) {
        return home.meant(className);
    }

    @Override
    public boolean isOpen(Class<?> type) {
        return home.isOpen(type);
    }

    @Override
    public boolean isOpen(String className) {
        return home.isOpen(className);
    }

    @Override
    public AccessibleObject callable(Member member) throws IllegalAccessException {
        return home.callable(member);
    }

    @Override
    public Class<?> proxyClass(List<Class<?>> interfaces) {
        return home.proxyClass(interfaces);
    }

    @Override
    public int countRelatives(Class<?> type) {
        return home.countRelatives(type);
    }

    @Override
    public List<Method> proxyMethods(Class<?> proxyClass) {
        return home.proxyMethods(proxyClass);
    }

    @Override
    public boolean isProxyClass(Class<?> type) {
        return home.isProxyClass(type);
    }

    @Override
    public int countResources(String name) {
        return home.countResources(name);
    }

    @Override
    public InputStream openResource(String name, int at) throws IOException {
        return home.openResource(name, at);
    }

    @Override
    public @Nullable URL getResource(String name) {
        return home.getResource(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) {
        return home.getResources(name);
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        return home.getResourceAsStream(name);
    }
}
