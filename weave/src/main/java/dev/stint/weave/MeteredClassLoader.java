package dev.stint.weave;

import dev.stint.hooks.Hook;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Loads the classes of a tenant from its jars, woven, so that nothing of it runs unmetered.
 *
 * <p>Its own classes come first. Of the JDK, and of what the host has, it gets what the surface
 * opens to it and nothing else; two tenants share no class of their own. A class that cannot be
 * woven, or refers to what is not open, fails to load with a {@link WeaveRefused} that says why.
 */
public final class MeteredClassLoader extends ClassLoader implements Closeable {
    private static final String HOOKS = "dev.stint.hooks.";

    static {
        registerAsParallelCapable();
    }

    private final Jars jars;
    private final Surface surface;
    private final ClassLoader host;
    private final Weaver weaver;
    private final ProtectionDomain domain = new ProtectionDomain(null, null);

    private MeteredClassLoader(String name, List<Path> jars, Surface surface, ClassLoader host) {
        super(name, null);
        this.jars = new Jars(jars);
        this.surface = surface;
        this.host = host;
        this.weaver = Weaver.of(this.jars, this::ofOthers, surface);
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
        Objects.requireNonNull(name, "name of the tenant whose classes are loaded");
        return new MeteredClassLoader(
                name,
                List.copyOf(jars),
                Objects.requireNonNull(surface, "what the tenant may use"),
                Objects.requireNonNull(host, "where the host's classes come from"));
    }

    private byte @Nullable [] ofOthers(String internalName) {
        byte[] found = JdkClasses.find(internalName);
        return found != null ? found : Resources.read(host, internalName + ".class");
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                loaded = loadHere(name);
            }
            if (resolve) {
                resolveClass(loaded);
            }
            return loaded;
        }
    }

    private Class<?> loadHere(String name) throws ClassNotFoundException {
        String internalName = name.replace('.', '/');
        if (!internalName.startsWith("java/")) {
            byte[] file = jars.find(internalName);
            if (file != null) {
                return define(name, file);
            }
        }
        if (name.startsWith(HOOKS)) {
            return Hook.class.getClassLoader().loadClass(name);
        }
        if (surface.ofClass(internalName) instanceof Ruling.Refused(var reason)) {
            throw new ClassNotFoundException(
                    name + " is not open to '" + getName() + "': " + reason);
        }
        return host.loadClass(name);
    }

    private Class<?> define(String name, byte[] file) {
        byte[] woven = weaver.weave(file);
        return defineClass(name, woven, 0, woven.length, domain);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        throw new ClassNotFoundException(name);
    }

    // ---- resources: its own, and nobody else's

    @Override
    public @Nullable URL getResource(String name) {
        List<URL> found = jars.locate(name);
        return found.isEmpty() ? null : found.getFirst();
    }

    @Override
    public Enumeration<URL> getResources(String name) {
        return Collections.enumeration(jars.locate(name));
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        byte[] found = jars.read(name);
        return found == null ? null : new ByteArrayInputStream(found);
    }

    /** Closes the jars. Classes that were loaded stay. */
    @Override
    public void close() {
        jars.close();
    }
}
