package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.TenantLoader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The loader of a tenant's jars and the resources in them. Where the jars are is the host's affair,
 * so the address of a resource is {@code resource:/name}. Loaders that the tenant has written are
 * {@link MadeLoaders}.
 */
public final class Loaders {
    private static final int SEARCH = 512; // operations, to look into the jars
    private static final int SEARCH_BYTES = 256;
    private static final int MISS = 2_000;
    private static final int PIECE = 8_192;
    private static final int OPEN = 10_000; // operations, to find it and begin to unpack
    private static final int URL_BYTES = 256;
    private static final int LONGEST_NAME = 4_096;

    private Loaders() {}

    // ---- loaders

    public static ClassLoader getSystemClassLoader(Class<?> caller) {
        return Classes.tenant(caller).home().known();
    }

    public static ClassLoader getContextClassLoader(Thread self, Class<?> caller) {
        return getSystemClassLoader(caller);
    }

    /** A thread has always that of the jars; to set another of its own changes nothing. */
    public static void setContextClassLoader(
            Thread self, @Nullable ClassLoader loader, Class<?> caller) {
        if (loader != null) {
            MadeLoaders.ensureOwn(loader, caller);
        }
    }

    /** Which modules the host has is its own affair. */
    public static ModuleLayer boot() {
        return ModuleLayer.empty();
    }

    public static @Nullable ModuleLayer getLayer(Module self) {
        return null;
    }

    // ---- resources

    /** How many there are of that name; looking for it is paid. */
    private static int count(TenantLoader in, String name) {
        Charges.pay(SEARCH + (name.length() >> 2), SEARCH_BYTES + 2L * name.length());
        int count = name.length() > LONGEST_NAME ? 0 : in.countResources(name);
        if (count == 0) {
            Charges.ops(MISS);
        }
        return count;
    }

    /** All of one, paid piece by piece as it is unpacked. */
    static byte[] read(TenantLoader in, String name, int at) throws IOException {
        Charges.pay(OPEN, PIECE);
        var all = new ByteArrayOutputStream();
        try (InputStream from = in.openResource(name, at)) {
            byte[] piece = new byte[PIECE];
            for (int count = from.read(piece); count >= 0; count = from.read(piece)) {
                Charges.pay(2L * count, 4L * count);
                all.write(piece, 0, count);
            }
        }
        return all.toByteArray();
    }

    /** The texts of all resources of a name. */
    static List<byte[]> readAll(TenantLoader in, String name) throws IOException {
        var all = new ArrayList<byte[]>();
        int count = count(in, name);
        for (int at = 0; at < count; at++) {
            all.add(read(in, name, at));
        }
        return all;
    }

    public static @Nullable InputStream getResourceAsStream(
            ClassLoader self, String name, Class<?> caller) {
        return MadeLoaders.isOfJars(self, caller)
                ? stream(name, caller)
                : MadeLoaders.stream(self, name, caller);
    }

    public static @Nullable InputStream getSystemResourceAsStream(String name, Class<?> caller) {
        return stream(name, caller);
    }

    public static @Nullable InputStream getResourceAsStream(
            Class<?> self, String name, Class<?> caller) {
        return Classes.isOwn(self, caller) ? stream(resolved(self, name), caller) : null;
    }

    static @Nullable InputStream opened(@Nullable URL url) {
        try {
            return url == null ? null : openStream(url);
        } catch (IOException e) {
            throw new UncheckedIOException(url + " cannot be read", e);
        }
    }

    private static @Nullable InputStream stream(String name, Class<?> caller) {
        TenantLoader in = Classes.tenant(caller);
        try {
            return count(in, name) == 0 ? null : new ByteArrayInputStream(read(in, name, 0));
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read", e);
        }
    }

    /** As the JDK does: beside the class, or from the top. */
    private static String resolved(Class<?> self, String name) {
        Charges.text(name.length());
        if (name.startsWith("/")) {
            return name.substring(1);
        }
        Class<?> element = self;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        String home = element.getPackageName();
        return home.isEmpty() ? name : home.replace('.', '/') + '/' + name;
    }

    // ---- addresses of resources

    public static @Nullable URL getResource(ClassLoader self, String name, Class<?> caller) {
        return MadeLoaders.resource(self, name, caller);
    }

    public static @Nullable URL getSystemResource(String name, Class<?> caller) {
        return first(name, caller);
    }

    public static @Nullable URL getResource(Class<?> self, String name, Class<?> caller) {
        return Classes.isOwn(self, caller) ? first(resolved(self, name), caller) : null;
    }

    private static @Nullable URL first(String name, Class<?> caller) {
        TenantLoader in = Classes.tenant(caller);
        return count(in, name) == 0 ? null : address(in, name, 0);
    }

    public static Enumeration<URL> getResources(ClassLoader self, String name, Class<?> caller) {
        return MadeLoaders.resources(self, name, caller);
    }

    public static Enumeration<URL> getSystemResources(String name, Class<?> caller) {
        TenantLoader in = Classes.tenant(caller);
        int count = count(in, name);
        var all = new ArrayList<URL>();
        for (int at = 0; at < count; at++) {
            all.add(address(in, name, at));
        }
        return Collections.enumeration(all);
    }

    /** The first is {@code resource:/name}, the others have a number in front. */
    private static URL address(TenantLoader in, String name, int at) {
        Charges.pay(SEARCH + 16L * name.length(), URL_BYTES + 16L * name.length());
        try {
            String host = at == 0 ? null : "jar" + at;
            var plain = new URI("resource", host, '/' + name, null);
            return URL.of(plain, new Handler(in, name, at));
        } catch (URISyntaxException | IOException e) {
            throw new IllegalArgumentException("a resource has a name that no address has", e);
        }
    }

    /** Reads what it was made for, and compares without asking the network for hosts. */
    private static final class Handler extends URLStreamHandler {
        private final TenantLoader in;
        private final String name;
        private final int at;

        Handler(TenantLoader in, String name, int at) {
            this.in = in;
            this.name = name;
            this.at = at;
        }

        InputStream open() throws IOException {
            return new ByteArrayInputStream(read(in, name, at));
        }

        @Override
        protected URLConnection openConnection(URL url) throws IOException {
            throw new IOException(url + " is opened by openStream()");
        }

        @Override
        protected boolean equals(URL a, URL b) {
            return a.toExternalForm().equals(b.toExternalForm());
        }

        @Override
        protected int hashCode(URL url) {
            return url.toExternalForm().hashCode();
        }
    }

    private static final java.lang.invoke.MethodHandle HANDLER =
            JdkFields.getter(URL.class, "handler", Object.class);

    public static InputStream openStream(URL self) throws IOException {
        if (JdkFields.read(HANDLER, self) instanceof Handler own) {
            return own.open();
        }
        throw foreign();
    }

    public static URLConnection openConnection(URL self) {
        if (JdkFields.read(HANDLER, self) instanceof Handler) {
            Charges.pay(64, 512);
            return new ResourceConnection(self);
        }
        throw foreign();
    }

    private static AccessRefusedException foreign() {
        return new AccessRefusedException(
                "an address of something else than a resource of the program cannot be opened."
                        + " Connect by a Socket, which asks for the right CapSockets.");
    }

    public static boolean equals(URL self, @Nullable Object other) {
        shown(self);
        return other instanceof URL url && self.toExternalForm().equals(url.toExternalForm());
    }

    public static int hashCode(URL self) {
        shown(self);
        return self.toExternalForm().hashCode();
    }

    public static void shown(URL self) {
        Charges.text(64L + self.getFile().length());
    }

    public static void read(URL self) {
        long length = 64L + self.getFile().length();
        Charges.pay(4 * length, 8 * length);
    }
}
