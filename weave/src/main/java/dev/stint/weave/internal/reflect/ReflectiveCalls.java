package dev.stint.weave.internal.reflect;

import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.TenantLoader;
import dev.stint.weave.Ruling;
import dev.stint.weave.Surface;
import dev.stint.weave.WeaveRefusedException;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import jdk.internal.access.JavaLangReflectAccess;
import jdk.internal.access.SharedSecrets;
import org.jspecify.annotations.Nullable;

/**
 * What a tenant reaches by reflection, and what is called in its place. A member of its own is
 * called as it is. One from outside is called by a method that is generated for it, and woven: what
 * the weaver would refuse in a class of the tenant's is refused, and what it would price is paid.
 *
 * <p>Whatever the JVM needs to call a member so, it makes once, and nobody is charged for it. So
 * there is a bound on how many members that are.
 */
public final class ReflectiveCalls {
    /** The members that one tenant may call by reflection. */
    public static final int MOST = 16_384;

    private static final JavaLangReflectAccess REFLECT = SharedSecrets.getJavaLangReflectAccess();

    /** Defines a class for the tenant, unless it is there. */
    @FunctionalInterface
    public interface Definer {
        /**
         * The class of that name.
         *
         * @param file its file, before it is woven
         */
        Class<?> define(String name, Supplier<byte[]> file);
    }

    private final ClassLoader loader;
    private final Surface surface;
    private final Definer definer;
    private final Map<Class<?>, Map<String, AccessibleObject>> known = new ConcurrentHashMap<>();
    private final Map<List<Class<?>>, Class<?>> proxies = new ConcurrentHashMap<>();
    private final Map<Class<?>, List<Method>> methods = new ConcurrentHashMap<>(); // of proxies
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final AtomicInteger made = new AtomicInteger();

    public ReflectiveCalls(ClassLoader loader, Surface surface, Definer definer) {
        this.loader = loader;
        this.surface = surface;
        this.definer = definer;
    }

    /** True for the names of classes that are generated here and nowhere else. */
    public static boolean isReserved(String className) {
        return className.startsWith(CallClass.HOME) || className.startsWith(ProxyClass.HOME);
    }

    /**
     * What to call in the place of a member: itself, made accessible, or a static method that takes
     * the receiver first.
     *
     * @throws AccessRefusedException if the surface refuses it
     * @throws IllegalAccessException if no code outside of its package may call it
     */
    public AccessibleObject callable(Member member) throws IllegalAccessException {
        if (Proxy.isProxyClass(member.getDeclaringClass())) { // an annotation, which is not woven
            throw new IllegalAccessException(
                    inWords(member) + " is of a class that the JDK has generated");
        }
        Map<String, AccessibleObject> ofClass =
                known.computeIfAbsent(
                        member.getDeclaringClass(), type -> new ConcurrentHashMap<>());
        String key = key(member);
        AccessibleObject found = ofClass.get(key);
        if (found == null) {
            boolean isOwn = isOwn(member.getDeclaringClass());
            found = isOwn ? accessible(member) : generated(member);
            AccessibleObject before = ofClass.putIfAbsent(key, found);
            found = before == null ? found : before;
        }
        return found;
    }

    private boolean isOwn(Class<?> type) {
        return ((TenantLoader) loader).isOwn(type);
    }

    /** The name and the type; those of a field and of a method are never the same. */
    private static String key(Member member) {
        return switch (member) {
            case Field field -> field.getName() + ':' + field.getType().descriptorString();
            default -> member.getName() + typeOf(member).descriptorString();
        };
    }

    private static MethodType typeOf(Member member) {
        return switch (member) {
            case Method method ->
                    MethodType.methodType(
                            method.getReturnType(),
                            REFLECT.getExecutableSharedParameterTypes(method));
            case Constructor<?> constructor ->
                    MethodType.methodType(
                            void.class, REFLECT.getExecutableSharedParameterTypes(constructor));
            default -> throw new IllegalArgumentException("no member can be called: " + member);
        };
    }

    /** A copy: the tenant has the original, and whether that is accessible is its own affair. */
    private AccessibleObject accessible(Member member) {
        countOneMore();
        AccessibleObject copy =
                switch (member) {
                    case Method method -> REFLECT.copyMethod(root(method));
                    case Constructor<?> constructor -> REFLECT.copyConstructor(root(constructor));
                    case Field field -> REFLECT.copyField(root(field));
                    default -> throw new IllegalArgumentException("no member: " + member);
                };
        copy.setAccessible(true);
        return copy;
    }

    /** The JDK copies none but its originals, of which this is a copy, or one itself. */
    private static <T extends AccessibleObject> T root(T member) {
        @Nullable T root = REFLECT.getRoot(member);
        return root == null ? member : root;
    }

    private void countOneMore() {
        if (made.incrementAndGet() > MOST) {
            made.decrementAndGet();
            throw new AccessRefusedException(
                    "'"
                            + loader.getName()
                            + "' cannot call another member by reflection: it may call "
                            + MOST
                            + ", and has called so many. Call in the code what it knows by name.");
        }
    }

    // ---- from outside

    private AccessibleObject generated(Member member) throws IllegalAccessException {
        Class<?> declarer = member.getDeclaringClass();
        ensureReachable(member, declarer);
        ensureAllowed(member, declarer);
        countOneMore();
        String name = CallClass.nameOf(declarer, key(member));
        try {
            Class<?> call = definer.define(name, () -> CallClass.file(name, member));
            for (Method method : call.getMethods()) {
                if (method.getName().equals(CallClass.METHOD)
                        && method.getDeclaringClass() == call) {
                    return method;
                }
            }
            throw new IllegalStateException(name + " has no method");
        } catch (WeaveRefusedException e) {
            throw new AccessRefusedException(
                    "a reflective call of " + inWords(member) + " is refused: " + e.reason());
        }
    }

    private void ensureReachable(Member member, Class<?> declarer) throws IllegalAccessException {
        boolean isOpen =
                Modifier.isPublic(member.getModifiers())
                        && Modifier.isPublic(declarer.getModifiers())
                        && declarer.getModule()
                                .isExported(declarer.getPackageName(), loader.getUnnamedModule());
        if (!isOpen) {
            throw new IllegalAccessException(
                    "code of '"
                            + loader.getName()
                            + "' cannot reach "
                            + inWords(member)
                            + ": it is not public, or not exported by "
                            + declarer.getModule());
        }
    }

    /**
     * By the rule about exactly this member: as the weaver asks it again for the generated code.
     */
    private void ensureAllowed(Member member, Class<?> declarer) {
        String owner = declarer.getName().replace('.', '/');
        Ruling ruling =
                switch (member) {
                    case Field field ->
                            surface.ofField(
                                    owner, field.getName(), field.getType().descriptorString());
                    case Method method ->
                            surface.ofMethod(
                                    owner, method.getName(), typeOf(method).descriptorString());
                    default -> surface.ofMethod(owner, "<init>", typeOf(member).descriptorString());
                };
        if (ruling instanceof Ruling.Refused refused) {
            throw new AccessRefusedException(
                    "a reflective call of "
                            + inWords(member)
                            + " is refused: "
                            + refused.inWords());
        }
        Class<?> seen = find(declarer.getName());
        if (seen != declarer) {
            throw new AccessRefusedException(
                    inWords(member)
                            + " is of another class than '"
                            + loader.getName()
                            + "' finds under that name. Use a class of its own.");
        }
    }

    private @Nullable Class<?> find(String name) {
        try {
            return loader.loadClass(name);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private static String inWords(Member member) {
        return member.getDeclaringClass().getName() + '.' + member.getName();
    }

    // ---- proxies

    /**
     * The class of the proxies for some interfaces. It has one public constructor, which takes what
     * {@link ProxyClass} says.
     *
     * @throws IllegalArgumentException if there can be none
     * @throws AccessRefusedException if a woven class may not be one of these
     */
    public Class<?> proxyClass(List<Class<?>> interfaces) {
        Class<?> found = proxies.get(interfaces);
        if (found != null) {
            return found;
        }
        countOneMore();
        var proxy = ProxyClass.of(interfaces, loader, this::find, this::mayBeOverridden);
        try {
            byte[] file = proxy.file();
            files.putIfAbsent(proxy.name().replace('.', '/'), file); // the weaver looks it up, too
            Class<?> defined = definer.define(proxy.name(), () -> file);
            methods.putIfAbsent(defined, proxy.methods());
            Class<?> before = proxies.putIfAbsent(List.copyOf(interfaces), defined);
            return before == null ? defined : before;
        } catch (WeaveRefusedException e) {
            throw new AccessRefusedException(
                    "a proxy of "
                            + Arrays.toString(interfaces.stream().map(Class::getName).toArray())
                            + " is refused: "
                            + e.reason());
        }
    }

    /**
     * False for a method that no class of the tenant's may have. If it has a body, a proxy inherits
     * that.
     */
    private boolean mayBeOverridden(Method method) {
        return Modifier.isAbstract(method.getModifiers())
                || isOwn(method.getDeclaringClass())
                || !(surface.ofOverride(
                                method.getDeclaringClass().getName().replace('.', '/'),
                                method.getName(),
                                typeOf(method).descriptorString())
                        instanceof Ruling.Refused);
    }

    /** The file of a class that was generated for a proxy. */
    public Optional<byte[]> fileOf(String internalName) {
        return Optional.ofNullable(files.get(internalName));
    }

    /** What the constructor of a proxy takes behind the handler. */
    public List<Method> proxyMethods(Class<?> proxyClass) {
        return methods.getOrDefault(proxyClass, List.of());
    }

    public boolean isProxyClass(Class<?> type) {
        return methods.containsKey(type);
    }
}
