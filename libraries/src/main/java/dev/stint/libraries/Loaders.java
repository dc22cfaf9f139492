package dev.stint.libraries;

import dev.stint.weave.MeteredClassLoader;
import dev.stint.weave.Surface;
import dev.stint.weave.Weaver;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;

/** Loads the same classes woven and as they are, each time anew, beside nothing but the JDK. */
public final class Loaders {
    private Loaders() {}

    /** A loader that leaves the classes in these places as they are. */
    public static URLClassLoader plain(List<Path> places) {
        URL[] urls = places.stream().map(Loaders::url).toArray(URL[]::new);
        return new URLClassLoader("plain", urls, ClassLoader.getPlatformClassLoader());
    }

    private static URL url(Path place) {
        try {
            return place.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(place + " has no address", e);
        }
    }

    /** One that weaves them. */
    public static MeteredClassLoader woven(List<Path> places, Surface surface) {
        return woven("woven", places, surface, UnaryOperator.identity());
    }

    /** One that weaves them with everything open to them, and has their stacks modelled. */
    public static MeteredClassLoader stacked(List<Path> places) {
        return woven("stacked", places, Surface.open(), Weaver::withModelledStack);
    }

    /** One for which they are a tenant's: what they may not do throws when they do it. */
    public static MeteredClassLoader tenant(List<Path> places) {
        return woven("tenant", places, Surface.ofTenant(), UnaryOperator.identity());
    }

    private static MeteredClassLoader woven(
            String name, List<Path> places, Surface surface, UnaryOperator<Weaver> how) {
        return MeteredClassLoader.of(
                name, places, surface, ClassLoader.getPlatformClassLoader(), how);
    }

    /**
     * Makes an object of a class that does some work and says what came of it. While it is made and
     * while it works, its loader is that of the context: libraries look for services there.
     */
    public static Callable<Object> make(ClassLoader from, String className) throws Exception {
        Callable<?> made =
                within(
                        from,
                        () ->
                                (Callable<?>)
                                        from.loadClass(className)
                                                .getDeclaredConstructor()
                                                .newInstance());
        return () -> within(from, made);
    }

    /** The same for work of a library. */
    public static Callable<Object> make(ClassLoader from, Work work) throws Exception {
        return make(from, work.className());
    }

    private static <T> T within(ClassLoader context, Callable<? extends T> work) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(context);
        try {
            return work.call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
