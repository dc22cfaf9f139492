package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.TenantLoader;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.nio.ByteBuffer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Enumeration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Class loaders that a tenant has written. To the JVM such a loader is an object like any other: it
 * is never asked for a class, and defines none. A loader of ours stands behind it, see {@link
 * TenantLoader#behind}, which asks it, checks what it says, and weaves what it defines. The code of
 * the JDK's own {@code ClassLoader} is never run for it; what that would do is done here.
 */
public final class MadeLoaders {
    private static final int STEP = 64; // operations, from one loader to the next
    private static final int STEP_BYTES = 64;
    private static final int ASK = 5_000; // to see that nobody else has the name

    /** What it takes to weave, to check and to define a byte of a class file. */
    private static final int WEAVE = 500;

    private static final int WEAVE_BYTES = 150;

    /** The same for a class of next to nothing. */
    private static final int WEAVE_ANY = 500_000;

    private static final int WEAVE_ANY_BYTES = 100_000;

    /** A method that a tenant's loader may have written anew. */
    enum Method {
        LOAD("loadClass", Class.class, String.class),
        LOAD_AND_LINK("loadClass", Class.class, String.class, boolean.class),
        FIND("findClass", Class.class, String.class),
        RESOURCE("getResource", URL.class, String.class),
        RESOURCES("getResources", Enumeration.class, String.class),
        STREAM("getResourceAsStream", InputStream.class, String.class),
        FIND_RESOURCE("findResource", URL.class, String.class),
        FIND_RESOURCES("findResources", Enumeration.class, String.class);

        private final String called;
        private final MethodHandle handle;

        Method(String called, Class<?> gives, Class<?>... takes) {
            this.called = called;
            try {
                JdkFields.open(ClassLoader.class);
                this.handle =
                        MethodHandles.privateLookupIn(ClassLoader.class, MethodHandles.lookup())
                                .findVirtual(
                                        ClassLoader.class,
                                        called,
                                        MethodType.methodType(gives, takes));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("class loaders have no method " + called, e);
            }
        }

        /** Only by what overrides: or else the code of the JDK would be called. */
        private boolean isDeclaredBy(Class<?> type) {
            try {
                MethodType form = handle.type().dropParameterTypes(0, 1);
                var found = type.getDeclaredMethod(called, form.parameterArray());
                return found.getReturnType() == form.returnType()
                        && (found.getModifiers() & (Modifier.STATIC | Modifier.PRIVATE)) == 0;
            } catch (NoSuchMethodException e) {
                return false;
            }
        }
    }

    /** Which of these methods a class has of the tenant's, and not of the JDK's. */
    private static final ClassValue<Set<Method>> OVERRIDDEN =
            new ClassValue<>() {
                @Override
                protected Set<Method> computeValue(Class<?> type) {
                    var found = EnumSet.noneOf(Method.class);
                    for (Class<?> at = type; at != ClassLoader.class; at = at.getSuperclass()) {
                        for (Method method : Method.values()) {
                            if (method.isDeclaredBy(at)) {
                                found.add(method);
                            }
                        }
                    }
                    return found;
                }
            };

    private MadeLoaders() {}

    // ---- whose it is

    static void ensureOwn(ClassLoader loader, Class<?> caller) {
        behind(loader, caller);
    }

    /** The loader that finds classes where this one is named. */
    static ClassLoader behind(ClassLoader loader, Class<?> caller) {
        Objects.requireNonNull(loader, "the class loader");
        return (ClassLoader) Classes.tenant(caller).behind(loader);
    }

    static boolean isOfJars(ClassLoader loader, Class<?> caller) {
        ensureOwn(loader, caller);
        return loader == Classes.tenant(caller).home();
    }

    static boolean isOverridden(ClassLoader loader, Method method, Class<?> caller) {
        return !isOfJars(loader, caller) && OVERRIDDEN.get(loader.getClass()).contains(method);
    }

    /** Calls code of the tenant's, on its own account. */
    private static @Nullable Object call(Method method, ClassLoader of, String name) {
        try {
            return method == Method.LOAD_AND_LINK
                    ? (Object) method.handle.invoke(of, name, false)
                    : (Object) method.handle.invoke(of, name);
        } catch (Throwable e) {
            throw MadeLoaders.<RuntimeException>as(e);
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // it is what was thrown
    private static <E extends Throwable> E as(Throwable thrown) throws E {
        throw (E) thrown;
    }

    // ---- parents

    /** What the JDK gives each loader for itself. */
    public static void made() {
        Charges.pay(STEP, 1024);
    }

    /** A parent is a tenant's; whose, is asked whenever it is used. */
    public static @Nullable ClassLoader parented(@Nullable ClassLoader parent) {
        made();
        boolean isTenants =
                parent == null
                        || parent instanceof TenantLoader
                        || parent.getClass().getClassLoader() instanceof TenantLoader;
        if (!isTenants) {
            throw new AccessRefusedException(
                    "a class loader cannot have the class loader of somebody else for its parent."
                            + " Give that of a class of its own.");
        }
        return parent;
    }

    /** The JDK writes the name down, with a number. */
    public static @Nullable ClassLoader parented(
            @Nullable String name, @Nullable ClassLoader parent) {
        Charges.text(name == null ? 0 : name.length());
        return parented(parent);
    }

    /** One that was not given a parent has the loader of the jars, as it has nothing above that. */
    private static ClassLoader parent(ClassLoader self, Class<?> caller) {
        ClassLoader parent = self.getParent();
        boolean isOfHost = parent == null || parent == ClassLoader.getSystemClassLoader();
        return isOfHost ? Classes.tenant(caller).home().known() : parent;
    }

    /** Above the loader of the jars is the JDK's. */
    public static @Nullable ClassLoader getParent(ClassLoader self, Class<?> caller) {
        return isOfJars(self, caller) ? null : parent(self, caller);
    }

    public static @Nullable String getName(ClassLoader self, Class<?> caller) {
        return isOfJars(self, caller) ? "app" : self.getName();
    }

    /** There is no lock to take: what is behind it can be asked by many at once. */
    public static boolean registerAsParallelCapable() {
        return true;
    }

    // ---- classes

    public static Class<?> loadClass(ClassLoader self, String name, Class<?> caller)
            throws ClassNotFoundException {
        if (isOfJars(self, caller)) {
            return Classes.find(name, self);
        }
        return isOverridden(self, Method.LOAD, caller)
                ? given(call(Method.LOAD, self, name), name)
                : loadClass(self, name, false, caller);
    }

    public static Class<?> loadClass(
            ClassLoader self, String name, boolean resolve, Class<?> caller)
            throws ClassNotFoundException {
        return isOverridden(self, Method.LOAD_AND_LINK, caller)
                ? given(call(Method.LOAD_AND_LINK, self, name), name)
                : search(self, name, caller);
    }

    private static Class<?> given(@Nullable Object found, String name)
            throws ClassNotFoundException {
        if (found == null) {
            throw new ClassNotFoundException(name);
        }
        return (Class<?>) found;
    }

    /** As the JDK does: what is decided, what the parent has, what it finds itself. */
    static Class<?> search(ClassLoader self, String name, Class<?> caller)
            throws ClassNotFoundException {
        Charges.pay(STEP, STEP_BYTES);
        Class<?> found = findLoadedClass(self, name, caller);
        if (found != null) {
            return found;
        }
        try {
            ClassLoader parent = parent(self, caller);
            return isOfJars(parent, caller)
                    ? Classes.find(name, parent)
                    : loadClass(parent, name, false, caller);
        } catch (ClassNotFoundException e) {
            return findClass(self, name, caller);
        }
    }

    public static Class<?> findClass(ClassLoader self, String name, Class<?> caller)
            throws ClassNotFoundException {
        if (isOverridden(self, Method.FIND, caller)) {
            return given(call(Method.FIND, self, name), name);
        }
        throw new ClassNotFoundException(name);
    }

    public static @Nullable Class<?> findLoadedClass(
            ClassLoader self, String name, Class<?> caller) {
        Charges.ops(STEP);
        return Classes.tenant(caller).behind(self).decided(name).orElse(null);
    }

    public static Class<?> findSystemClass(ClassLoader self, String name, Class<?> caller)
            throws ClassNotFoundException {
        return Classes.find(name, (ClassLoader) Classes.tenant(caller).home());
    }

    /** Classes are linked when they are used. */
    public static void resolveClass(ClassLoader self, Class<?> type) {
        Objects.requireNonNull(type, "the class to link");
    }

    /**
     * The answer of a tenant's loader to the JVM. What it says is not to be believed.
     *
     * @throws ClassNotFoundException if it has no such class
     */
    public static Class<?> ask(ClassLoader self, String name) throws ClassNotFoundException {
        Charges.pay(ASK, STEP_BYTES);
        return loadClass(self, name, self.getClass());
    }

    // ---- definitions

    public static Class<?> defineClass(
            ClassLoader self, byte[] file, int from, int length, Class<?> caller) {
        return defineClass(self, null, file, from, length, null, caller);
    }

    public static Class<?> defineClass(
            ClassLoader self,
            @Nullable String name,
            byte[] file,
            int from,
            int length,
            Class<?> caller) {
        return defineClass(self, name, file, from, length, null, caller);
    }

    /** Whatever domain is asked for: permissions mean nothing here. */
    public static Class<?> defineClass(
            ClassLoader self,
            @Nullable String name,
            byte[] file,
            int from,
            int length,
            @Nullable ProtectionDomain domain,
            Class<?> caller) {
        Objects.checkFromIndexSize(from, length, file.length);
        ensureItMayDefine(self, caller);
        payForWeaving(length);
        byte[] copy = new byte[length]; // before it is looked at
        System.arraycopy(file, from, copy, 0, length);
        return Classes.tenant(caller).behind(self).define(name, copy);
    }

    public static Class<?> defineClass(
            ClassLoader self,
            @Nullable String name,
            ByteBuffer file,
            @Nullable ProtectionDomain domain,
            Class<?> caller) {
        ensureItMayDefine(self, caller);
        byte[] copy = new byte[paidLength(file)];
        file.get(copy);
        return Classes.tenant(caller).behind(self).define(name, copy);
    }

    /** Asked for once: while that is paid, another task may have its turn, and the buffer grow. */
    private static int paidLength(ByteBuffer file) {
        int length = file.remaining();
        payForWeaving(length);
        return length;
    }

    private static void ensureItMayDefine(ClassLoader self, Class<?> caller) {
        if (isOfJars(self, caller)) {
            throw new AccessRefusedException(
                    caller.getName()
                            + " cannot define a class in the class loader of its jars. Write a"
                            + " class that extends ClassLoader, or take Lookup.defineClass.");
        }
    }

    /** What the weaver and the JVM do with a file, before they do it. */
    static void payForWeaving(int length) {
        Charges.pay(
                WEAVE_ANY + (long) WEAVE * length, WEAVE_ANY_BYTES + (long) WEAVE_BYTES * length);
    }

    /** The same for what a class inherits: the JVM has work with it, however small the file is. */
    public static void payForHeritage(long operations, long bytes) {
        Charges.pay(operations, bytes);
    }

    // ---- resources

    static @Nullable URL resource(ClassLoader self, String name, Class<?> caller) {
        if (isOfJars(self, caller)) {
            return Loaders.getSystemResource(name, caller);
        }
        return isOverridden(self, Method.RESOURCE, caller)
                ? (URL) call(Method.RESOURCE, self, name)
                : searchResource(self, name, caller);
    }

    static @Nullable URL searchResource(ClassLoader self, String name, Class<?> caller) {
        Charges.pay(STEP, STEP_BYTES);
        URL found = resource(parent(self, caller), name, caller);
        return found == null ? findResource(self, name, caller) : found;
    }

    public static @Nullable URL findResource(ClassLoader self, String name, Class<?> caller) {
        return isOverridden(self, Method.FIND_RESOURCE, caller)
                ? (URL) call(Method.FIND_RESOURCE, self, name)
                : null;
    }

    static Enumeration<URL> resources(ClassLoader self, String name, Class<?> caller) {
        if (isOfJars(self, caller)) {
            return Loaders.getSystemResources(name, caller);
        }
        return isOverridden(self, Method.RESOURCES, caller)
                ? urls(call(Method.RESOURCES, self, name))
                : searchResources(self, name, caller);
    }

    static Enumeration<URL> searchResources(ClassLoader self, String name, Class<?> caller) {
        List<URL> found = new ArrayList<>();
        add(found, resources(parent(self, caller), name, caller));
        add(found, findResources(self, name, caller));
        return Collections.enumeration(found);
    }

    private static void add(List<URL> to, Enumeration<URL> more) {
        while (more.hasMoreElements()) { // a tenant's may have no end, and be next to free
            Charges.pay(16, 16);
            to.add(more.nextElement());
        }
    }

    public static Enumeration<URL> findResources(ClassLoader self, String name, Class<?> caller) {
        return isOverridden(self, Method.FIND_RESOURCES, caller)
                ? urls(call(Method.FIND_RESOURCES, self, name))
                : Collections.emptyEnumeration();
    }

    @SuppressWarnings("unchecked") // by the signature of the method
    private static Enumeration<URL> urls(@Nullable Object found) {
        return (Enumeration<URL>) Objects.requireNonNull(found, "the resources");
    }

    static @Nullable InputStream stream(ClassLoader self, String name, Class<?> caller) {
        return isOverridden(self, Method.STREAM, caller)
                ? (InputStream) call(Method.STREAM, self, name)
                : Loaders.opened(resource(self, name, caller));
    }
}
