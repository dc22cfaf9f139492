package dev.stint.hooks.jdk;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Services that the tenant's own jars provide. The names of the providers are read when a loader is
 * made; each is made when it is reached. The JDK's own providers are not the tenant's.
 */
public final class Services {
    private static final String HOME = "META-INF/services/";
    private static final int LOADER_BYTES = 256;

    private static final MethodHandle MAKE;
    private static final MethodHandle LOOKUP;

    static {
        try {
            JdkFields.open(ServiceLoader.class);
            var inside = MethodHandles.privateLookupIn(ServiceLoader.class, MethodHandles.lookup());
            MAKE =
                    inside.findConstructor(
                            ServiceLoader.class,
                            MethodType.methodType(
                                    void.class, Class.class, Class.class, ClassLoader.class));
            LOOKUP = inside.findSetter(ServiceLoader.class, "lookupIterator1", Iterator.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Services() {}

    public static ServiceLoader<?> load(Class<?> service, Class<?> caller) {
        return load(service, Classes.loader(caller), caller);
    }

    public static ServiceLoader<?> load(
            Class<?> service, @Nullable ClassLoader by, Class<?> caller) {
        if (by != null) {
            MadeLoaders.ensureOwn(by, caller);
        }
        return made(service, names(service, caller).iterator(), caller);
    }

    /** There are none. */
    public static ServiceLoader<?> loadInstalled(Class<?> service, Class<?> caller) {
        return made(service, Set.<String>of().iterator(), caller);
    }

    private static ServiceLoader<?> made(
            Class<?> service, Iterator<String> names, Class<?> caller) {
        Charges.pay(16, LOADER_BYTES);
        try {
            var loader = (ServiceLoader<?>) MAKE.invoke(caller, service, Classes.loader(caller));
            LOOKUP.invoke(loader, new Providers(service, names, caller));
            return loader;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a loader of services cannot be made", e);
        }
    }

    private static Set<String> names(Class<?> service, Class<?> caller) {
        var names = new LinkedHashSet<String>();
        try {
            String file = HOME + service.getName();
            for (byte[] text : Loaders.readAll(Classes.tenant(caller), file)) {
                Charges.pay(4L * text.length, 8L * text.length);
                for (String line : new String(text, StandardCharsets.UTF_8).split("\n", -1)) {
                    int comment = line.indexOf('#');
                    String name = (comment < 0 ? line : line.substring(0, comment)).strip();
                    if (!name.isEmpty()) {
                        names.add(name);
                    }
                }
            }
        } catch (IOException e) {
            throw new ServiceConfigurationError(
                    service.getName() + ": the list of providers cannot be read", e);
        }
        return names;
    }

    /** Finds and makes one provider after the other. */
    private record Providers(Class<?> service, Iterator<String> names, Class<?> caller)
            implements Iterator<ServiceLoader.Provider<Object>> {
        @Override
        public boolean hasNext() {
            Charges.ops(4);
            return names.hasNext();
        }

        @Override
        public ServiceLoader.Provider<Object> next() {
            String name = names.next();
            Class<?> type;
            try {
                type = Classes.find(name, Classes.loader(caller));
            } catch (ClassNotFoundException e) {
                throw failed("Provider " + name + " not found", null);
            }
            if (!Classes.isOwn(type, caller) || !service.isAssignableFrom(type)) {
                throw failed("Provider " + name + " not a subtype", null);
            }
            return new Made(this, type);
        }

        ServiceConfigurationError failed(String why, @Nullable Throwable cause) {
            String text = service.getName() + ": " + why;
            return cause == null
                    ? new ServiceConfigurationError(text)
                    : new ServiceConfigurationError(text, cause);
        }

        Object make(Class<?> type) {
            try {
                Constructor<?> constructor = Classes.getConstructor(type, null);
                return Members.newInstance(constructor, null, caller);
            } catch (NoSuchMethodException e) {
                throw failed(type.getName() + " Unable to get public no-arg constructor", e);
            } catch (InvocationTargetException e) {
                throw failed(
                        "Provider " + type.getName() + " could not be instantiated", e.getCause());
            } catch (ReflectiveOperationException e) {
                throw failed("Provider " + type.getName() + " could not be instantiated", e);
            }
        }
    }

    private record Made(Providers of, Class<?> type) implements ServiceLoader.Provider<Object> {
        @Override
        public Object get() {
            return of.make(type);
        }
    }
}
