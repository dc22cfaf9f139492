package dev.stint.hooks.jdk;

import dev.stint.hooks.TenantLoader;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Proxies, whose classes are woven: see {@link TenantLoader#proxyClass}. */
public final class Proxies {
    private static final int MOST_INTERFACES = 255;
    private static final int MADE = 64; // operations
    private static final int METHOD = 8; // operations, for each that the handler may be told
    private static final int METHOD_BYTES = 96;

    private Proxies() {}

    public static Object newProxyInstance(
            @Nullable ClassLoader loader,
            Class<?>[] interfaces,
            InvocationHandler handler,
            Class<?> caller) {
        Objects.requireNonNull(handler, "the handler of a proxy");
        Class<?> type = getProxyClass(loader, interfaces, caller);
        List<Method> methods = Classes.tenant(caller).proxyMethods(type);
        Charges.pay(METHOD * (1L + methods.size()), METHOD_BYTES * (1L + methods.size()));
        try {
            return type.getConstructor(InvocationHandler.class, Method[].class)
                    .newInstance(handler, methods.toArray(Method[]::new));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a proxy of " + type + " cannot be made", e);
        }
    }

    /** The class; in our case its constructor takes more than the handler. */
    public static Class<?> getProxyClass(
            @Nullable ClassLoader loader, Class<?>[] interfaces, Class<?> caller) {
        TenantLoader tenant = Classes.tenant(caller);
        if (loader != null) {
            MadeLoaders.ensureOwn(loader, caller);
        }
        if (interfaces.length > MOST_INTERFACES) {
            throw new IllegalArgumentException(
                    "a proxy has at most " + MOST_INTERFACES + " interfaces");
        }
        Charges.ops(MADE + (long) METHOD * interfaces.length);
        return tenant.proxyClass(List.of(interfaces.clone()));
    }

    public static boolean isProxyClass(Class<?> type, Class<?> caller) {
        return Classes.tenant(caller).isProxyClass(type);
    }

    public static InvocationHandler getInvocationHandler(Object proxy, Class<?> caller) {
        if (!isProxyClass(proxy.getClass(), caller)) {
            throw new IllegalArgumentException("not a proxy that the program has made");
        }
        return Proxied.handler(proxy);
    }

    /** Reads the handler, which is where the JDK's proxies have it. */
    private static final class Proxied {
        private static final java.lang.invoke.MethodHandle HANDLER =
                JdkFields.getter(Proxy.class, "h", Object.class);

        private Proxied() {}

        static InvocationHandler handler(Object proxy) {
            return (InvocationHandler) Objects.requireNonNull(JdkFields.read(HANDLER, proxy));
        }
    }
}
