package dev.stint.weave;

import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.Meter;
import dev.stint.hooks.TenantLoader;
import dev.stint.hooks.jdk.MadeLoaders;
import dev.stint.weave.internal.classes.ClassInfo;
import dev.stint.weave.internal.classes.Heritage;
import dev.stint.weave.internal.files.FileShape;
import dev.stint.weave.internal.files.JdkClasses;
import dev.stint.weave.internal.files.Resources;
import dev.stint.weave.internal.jar.AlreadyWoven;
import dev.stint.weave.internal.jar.ClassPath;
import dev.stint.weave.internal.jar.PrivateCopies;
import dev.stint.weave.internal.plan.ReferenceRules;
import dev.stint.weave.internal.reflect.ReflectiveCalls;
import dev.stint.weave.internal.surface.ReadyClasses;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.net.URL;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Enumeration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A class loader for one tenant. It weaves each class as it loads it, so that nothing of the tenant
 * runs unmetered.
 *
 * <p>The tenant's own classes come first. Of the JDK and of the host it sees what the surface opens
 * to it and nothing else: other classes of the JDK it may name, and whatever it does with them
 * throws an {@link dev.stint.hooks.AccessRefusedException}. Two tenants share no class of their
 * own. A class that cannot be woven fails to load with a {@link WeaveRefusedException} that says
 * why.
 */
public final class MeteredClassLoader extends ClassLoader implements Closeable, TenantLoader {
    private static final String HOOKS = "dev.stint.hooks.";
    private static final StackWalker CALLERS =
            StackWalker.getInstance(
                    Set.of(
                            StackWalker.Option.RETAIN_CLASS_REFERENCE,
                            StackWalker.Option.SHOW_HIDDEN_FRAMES)); // lambdas are such

    static {
        registerAsParallelCapable();
    }

    private final ClassSource own;
    private final @Nullable ClassPath jars; // null if its classes come from elsewhere
    private final Surface surface;
    private final Surface given; // without what is done to it for the copies
    private final WovenCopies copies;
    private final ClassLoader host;
    private final Weaver weaver;
    private final Queue<ClassReport> reports = new ConcurrentLinkedQueue<>();
    private final ProtectionDomain domain = new ProtectionDomain(null, null);
    private final ClassLimits limits;
    private final ReflectiveCalls reflection;
    private final LoadFailures failures = new LoadFailures();
    private final ConcurrentMap<String, Integer> relatives = new ConcurrentHashMap<>(); // if any
    private final AtomicInteger classes = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final NewNames newNames;
    private final Set<String> defined =
            ConcurrentHashMap.newKeySet(); // by a Lookup; internal names
    private final Map<String, Class<?>> shared = new ConcurrentHashMap<>();
    private final IdentityHashMap<ClassLoader, LoaderBehind> behind = new IdentityHashMap<>();

    private MeteredClassLoader(
            String name,
            ClassSource own,
            @Nullable ClassPath jars,
            Surface surface,
            ClassLoader host,
            UnaryOperator<Weaver> how,
            ClassLimits limits) {
        super(Objects.requireNonNull(name, "name of the tenant whose classes are loaded"), null);
        Objects.requireNonNull(surface, "what the tenant may use");
        boolean hasCopies = PrivateCopies.isNeeded(surface);
        if (hasCopies) { // it is that of tenants
            ReadyClasses.ensure();
        }
        ClassSource written = hasCopies ? new PrivateCopies(own) : own;
        this.jars = jars;
        this.given = surface;
        this.copies = WovenCopies.of(surface);
        this.surface = hasCopies ? PrivateCopies.over(surface) : surface;
        this.host = Objects.requireNonNull(host, "where the host's classes come from");
        Objects.requireNonNull(how, "what the weaver is to do differently");
        this.limits = Objects.requireNonNull(limits, "how many classes it may load");
        var calls = new ReflectiveCalls(this, this.surface, this::generate);
        this.reflection = calls;
        this.own = type -> calls.fileOf(type).or(() -> written.find(type));
        this.weaver = how.apply(Weaver.of(this.own, this::ofOthers, this.surface));
        this.newNames =
                new NewNames(
                        name,
                        this.surface,
                        type -> defined.contains(type) || this.own.find(type).isPresent());
    }

    /**
     * A loader for a tenant.
     *
     * @param name of the tenant, for messages and stack traces
     * @param jars its jars, or folders with class files
     * @param surface what it may use: {@link Surface#ofTenant}, widened by what the host lends
     * @param host where the classes that the host lends come from
     * @throws IllegalArgumentException if there is no such jar
     */
    public static MeteredClassLoader of(
            String name, List<Path> jars, Surface surface, ClassLoader host) {
        return of(name, jars, surface, host, UnaryOperator.identity());
    }

    /**
     * A loader for a tenant.
     *
     * @param how what its weaver is to do differently, such as {@link Weaver#strict} or {@link
     *     Weaver#withModelledStack}
     * @see #of(String, List, Surface, ClassLoader)
     */
    public static MeteredClassLoader of(
            String name,
            List<Path> jars,
            Surface surface,
            ClassLoader host,
            UnaryOperator<Weaver> how) {
        return of(name, jars, surface, host, how, ClassLimits.defaults());
    }

    /**
     * A loader for a tenant.
     *
     * @param how what its weaver is to do differently
     * @param limits how many classes it may load
     * @see #of(String, List, Surface, ClassLoader)
     */
    public static MeteredClassLoader of(
            String name,
            List<Path> jars,
            Surface surface,
            ClassLoader host,
            UnaryOperator<Weaver> how,
            ClassLimits limits) {
        var files = new ClassPath(List.copyOf(jars));
        return new MeteredClassLoader(name, files, files, surface, host, how, limits);
    }

    /**
     * A loader for a tenant whose classes do not come from jars. It has no resources.
     *
     * @param own finds its classes, and nothing else
     */
    public static MeteredClassLoader of(
            String name, ClassSource own, Surface surface, ClassLoader host) {
        return of(name, own, surface, host, UnaryOperator.identity());
    }

    /**
     * A loader for a tenant whose classes do not come from jars. It has no resources.
     *
     * @param own finds its classes, and nothing else
     * @param how what its weaver is to do differently
     */
    public static MeteredClassLoader of(
            String name,
            ClassSource own,
            Surface surface,
            ClassLoader host,
            UnaryOperator<Weaver> how) {
        return of(name, own, surface, host, how, ClassLimits.defaults());
    }

    /**
     * A loader for a tenant whose classes do not come from jars. It has no resources.
     *
     * @param own finds its classes, and nothing else
     * @param how what its weaver is to do differently
     * @param limits how many classes it may load
     */
    public static MeteredClassLoader of(
            String name,
            ClassSource own,
            Surface surface,
            ClassLoader host,
            UnaryOperator<Weaver> how,
            ClassLimits limits) {
        Objects.requireNonNull(own, "where the tenant's classes are found");
        return new MeteredClassLoader(name, own, null, surface, host, how, limits);
    }

    private Optional<byte[]> ofOthers(String internalName) {
        byte[] found = JdkClasses.find(internalName);
        return Optional.ofNullable(
                found != null ? found : Resources.read(host, internalName + ".class"));
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                loaded = Meter.uncounted(() -> loadHere(name)); // the JDK may be woven, too
            }
            if (resolve) {
                resolveClass(loaded);
            }
            return loaded;
        }
    }

    private Class<?> loadHere(String name) throws ClassNotFoundException {
        failures.throwIfFailed(name);
        String internalName = name.replace('.', '/');
        if (name.startsWith(HOOKS)) { // first: a tenant with hooks of its own would pay itself
            return from(MeteredClassLoader.class.getClassLoader(), name);
        }
        if (ReflectiveCalls.isReserved(name)) { // what is generated has been found by now
            throw new ClassNotFoundException(name);
        }
        if (!internalName.startsWith("java/")) {
            Optional<byte[]> file = own.find(internalName);
            if (file.isPresent()) {
                return weaveAndDefine(name, file.get(), true);
            }
        }
        if (surface.ofClass(internalName) instanceof Ruling.Refused refused) {
            if (!JdkClasses.has(internalName)) {
                throw new ClassNotFoundException(
                        name + ReferenceRules.MISSING + ". " + ReferenceRules.MISSING_REMEDY);
            }
            if (weaver.isStrict()) {
                throw new ClassNotFoundException(
                        name + " is not open to '" + getName() + "': " + refused.inWords());
            }
            // It may be named: a type check, or the verifier, asks for it. To use it is refused.
        }
        return from(host, name);
    }

    /** A loader keeps the name of whatever it was asked for, so it is asked for what is there. */
    private static Class<?> from(ClassLoader loader, String name) throws ClassNotFoundException {
        String internalName = name.replace('.', '/');
        if (!JdkClasses.has(internalName) && !Resources.has(loader, internalName + ".class")) {
            throw new ClassNotFoundException(name);
        }
        return loader.loadClass(name);
    }

    /** Weaves and defines what was not in the jars, but made for a reflective call. */
    private Class<?> generate(String name, Supplier<byte[]> file) {
        synchronized (getClassLoadingLock(name)) {
            Class<?> made = findLoadedClass(name);
            return made == null
                    ? Meter.uncounted(() -> weaveAndDefine(name, file.get(), false))
                    : made;
        }
    }

    private Class<?> weaveAndDefine(String name, byte[] file, boolean isReported) {
        failures.throwIfFailed(name);
        try {
            WovenClass woven = weaveOneMore(weaver, name, file);
            Class<?> made = defineClass(name, woven.bytes(), 0, woven.bytes().length, domain);
            if (isReported) {
                reports.add(woven.report());
            }
            return made;
        } catch (WeaveRefusedException | LinkageError e) {
            failures.remember(name, e);
            throw e;
        }
    }

    /** Weaves a class for any of the tenant's loaders; its limits are for all of them together. */
    WovenClass weaveOneMore(Weaver with, String name, byte[] file) {
        ensureRoom(name, 0); // before the work of weaving it
        try {
            WovenClass woven = Meter.uncounted(() -> weave(with, name, file));
            long kept = woven.bytes().length + heritage(with, ClassInfo.ofOwn(file)).bytes();
            ensureRoom(name, kept);
            bytes.addAndGet(kept);
            int named = FileShape.of(woven.bytes()).relatives();
            if (named > 0) {
                relatives.merge(name, named, Math::max); // loaders may have one of this name each
            }
            return woven;
        } finally {
            classes.incrementAndGet(); // one that fails has taken as long as others
        }
    }

    /** What the JVM keeps of classes is outside of the heap, and no budget bounds it. */
    private void ensureRoom(String name, long more) {
        if (classes.get() >= limits.classes() || bytes.get() + more > limits.bytes()) {
            throw new WeaveRefusedException(
                    Refusal.because(
                                    "'"
                                            + getName()
                                            + "' has loaded, or tried to load, "
                                            + classes.get()
                                            + " classes of "
                                            + bytes.get()
                                            + " bytes, and may load "
                                            + limits.classes()
                                            + " of "
                                            + limits.bytes()
                                            + ". Have it use fewer, or allow more: ClassLimits")
                            .inClass(name));
        }
    }

    private WovenClass weave(Weaver weaver, String name, byte[] file) {
        try {
            if (PrivateCopies.isCopy(name.replace('.', '/'), file)) {
                return copies.get(given, weaver.modelsStack(), name, file);
            }
            AlreadyWoven.refuse(file);
            return weaver.weaveAndReport(file);
        } catch (WeaveRefusedException e) {
            if (ReferenceRules.isMissing(e.refusal()) && !weaver.isStrict()) {
                var missing = new NoClassDefFoundError(e.getMessage());
                missing.initCause(e);
                throw missing;
            }
            // A broken file may not say what it is; we know what it was to be.
            throw e.className().equals(name)
                    ? e
                    : new WeaveRefusedException(e.refusal().inClass(name), e);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        throw new ClassNotFoundException(name);
    }

    /** What weaving the classes that were loaded so far came to. */
    public WeaveReport report() {
        return WeaveReport.of(getName(), List.copyOf(reports), List.of());
    }

    // ---- classes that are made at run time

    @Override
    public TenantLoader home() {
        return this;
    }

    @Override
    public ClassLoader known() {
        return this;
    }

    @Override
    public boolean isOwn(Class<?> type) {
        ClassLoader by = type.getClassLoader();
        return by == this || (by instanceof LoaderBehind loader && loader.ofJars() == this);
    }

    @Override
    public TenantLoader behind(ClassLoader written) {
        if (written == this) {
            return this;
        }
        if (!isOwn(written.getClass())) {
            throw new AccessRefusedException(
                    "'"
                            + getName()
                            + "' cannot use the class loader of somebody else. Use that of its own"
                            + " classes: getClass().getClassLoader().");
        }
        synchronized (behind) {
            LoaderBehind found = behind.get(written);
            if (found == null) {
                ensureRoom(written.getClass().getName(), 0);
                classes.incrementAndGet(); // it takes as much as a class, and stays
                found = new LoaderBehind(this, written);
                behind.put(written, found);
            }
            return found;
        }
    }

    @Override
    public Optional<Class<?>> decided(String name) {
        return Optional.ofNullable(findLoadedClass(name));
    }

    /**
     * Defines a class beside those of the jars, if nobody has looked for one of that name before:
     * what was woven then has taken it for missing.
     */
    @Override
    public Class<?> define(@Nullable String asked, byte[] given) {
        byte[] file = renamed(given);
        return defineNew(newNames().ofNew(asked, file), file);
    }

    @Override
    public Class<?> defineBeside(Class<?> neighbour, byte[] given) {
        byte[] file = renamed(given);
        return defineNew(newNames().ofNeighbour(neighbour, file), file);
    }

    private Class<?> defineNew(String name, byte[] file) {
        String internalName = name.replace('.', '/');
        ClassInfo info = ClassInfo.ofOwn(file);
        payForHeritage(weaver, info);
        synchronized (getClassLoadingLock(name)) {
            failures.throwIfFailed(name);
            if (info != null && !weaver.adds(info)) {
                throw new LinkageError(
                        "'"
                                + getName()
                                + "' cannot define "
                                + name
                                + ": its other classes name it, and there was none when they were"
                                + " loaded. Choose another name, or put it into the jar.");
            }
            defined.add(internalName);
            return weaveAndDefine(name, file, true);
        }
    }

    /** What the JVM is about to do for a class beyond what its file is worth. */
    static void payForHeritage(Weaver by, @Nullable ClassInfo info) {
        Heritage heritage = heritage(by, info);
        MadeLoaders.payForHeritage(heritage.operations(), heritage.bytes());
    }

    private static Heritage heritage(Weaver by, @Nullable ClassInfo info) {
        return info == null ? Heritage.NONE : Meter.uncounted(() -> by.heritage(info));
    }

    /** A class file that was made at run time, as those in the jars are read. */
    byte[] renamed(byte[] file) {
        return PrivateCopies.isNeeded(surface) ? PrivateCopies.renamed(file) : file;
    }

    NewNames newNames() {
        return newNames;
    }

    @Override
    public String meant(String className) {
        return PrivateCopies.isNeeded(surface) ? PrivateCopies.meant(className) : className;
    }

    /** True for a name that means nothing to any of its loaders, unless it says so itself. */
    boolean isNew(String name) {
        return !shared.containsKey(name) && newNames.contains(name);
    }

    /** The class of a name that means the same in all of its loaders. */
    Class<?> shared(String name) throws ClassNotFoundException {
        Class<?> found = shared.get(name);
        if (found == null) {
            found = loadClass(name);
            shared.put(name, found);
        }
        return found;
    }

    Weaver weaver() {
        return weaver;
    }

    // ---- reflection

    @Override
    public boolean isOpen(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return element.isPrimitive()
                || isOwn(element)
                || !(surface.ofClass(element.getName().replace('.', '/'))
                        instanceof Ruling.Refused);
    }

    @Override
    public boolean isOpen(String className) {
        String internalName = className.replace('.', '/');
        return !(surface.ofClass(internalName) instanceof Ruling.Refused)
                || findLoadedClass(className) != null
                || !JdkClasses.has(internalName)
                || (!internalName.startsWith("java/") && own.find(internalName).isPresent());
    }

    @Override
    public AccessibleObject callable(Member member) throws IllegalAccessException {
        return reflection.callable(member);
    }

    @Override
    public Class<?> proxyClass(List<Class<?>> interfaces) {
        return reflection.proxyClass(interfaces);
    }

    @Override
    public List<Method> proxyMethods(Class<?> proxyClass) {
        return reflection.proxyMethods(proxyClass);
    }

    @Override
    public boolean isProxyClass(Class<?> type) {
        return reflection.isProxyClass(type);
    }

    @Override
    public int countRelatives(Class<?> type) {
        return relatives.getOrDefault(type.getName(), 0);
    }

    // ---- resources: its own, and nobody else's

    @Override
    public int countResources(String name) {
        return jars == null ? 0 : jars.count(name);
    }

    @Override
    public InputStream openResource(String name, int at) throws IOException {
        if (jars == null) {
            throw new FileNotFoundException(name);
        }
        return jars.open(name, at);
    }

    @Override
    public @Nullable URL getResource(String name) {
        List<URL> found = locate(name);
        return found.isEmpty() ? null : found.getFirst();
    }

    @Override
    public Enumeration<URL> getResources(String name) {
        return Collections.enumeration(locate(name));
    }

    private List<URL> locate(String name) {
        return jars == null ? List.of() : jars.locate(name);
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        byte[] found = jars == null ? null : jars.read(name);
        return found == null ? null : new ByteArrayInputStream(found);
    }

    /**
     * Closes the jars. Classes that were loaded stay.
     *
     * @throws dev.stint.hooks.AccessRefusedException if code of a tenant calls it, however
     *     indirectly: its loader is in use by all of its tasks
     */
    @Override
    public void close() {
        ensureNoTenantCalls();
        if (jars != null) {
            jars.close();
        }
    }

    private void ensureNoTenantCalls() {
        boolean byTenant =
                CALLERS.walk(
                        frames ->
                                frames.anyMatch(
                                        frame ->
                                                frame.getDeclaringClass().getClassLoader()
                                                        instanceof TenantLoader));
        if (byTenant) {
            throw new AccessRefusedException(
                    "the class loader of '"
                            + getName()
                            + "' cannot be closed by its own code: all of its tasks use it. Leave"
                            + " it to the host, which has opened it.");
        }
    }
}
