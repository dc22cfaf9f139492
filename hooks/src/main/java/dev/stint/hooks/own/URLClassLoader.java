package dev.stint.hooks.own;

import java.io.Closeable;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A class loader that holds addresses. It opens none: what it finds, its parent has, or a class
 * that extends it.
 */
@SuppressWarnings("AvoidCommonTypeNames") // it takes the place of that one
public class URLClassLoader extends SecureClassLoader implements Closeable {
    private final List<URL> addresses = new ArrayList<>();

    public URLClassLoader(URL[] addresses) {
        add(addresses);
    }

    public URLClassLoader(URL[] addresses, @Nullable ClassLoader parent) {
        super(parent);
        add(addresses);
    }

    public URLClassLoader(@Nullable String name, URL[] addresses, @Nullable ClassLoader parent) {
        super(name, parent);
        add(addresses);
    }

    public static URLClassLoader newInstance(URL[] addresses) {
        return new URLClassLoader(addresses);
    }

    public static URLClassLoader newInstance(URL[] addresses, @Nullable ClassLoader parent) {
        return new URLClassLoader(addresses, parent);
    }

    private void add(URL[] more) {
        for (URL address : more) {
            addresses.add(address);
        }
    }

    protected void addURL(@Nullable URL address) {
        if (address != null) {
            addresses.add(address);
        }
    }

    public URL[] getURLs() {
        return addresses.toArray(new URL[0]);
    }

    @Override
    public void close() {}
}
