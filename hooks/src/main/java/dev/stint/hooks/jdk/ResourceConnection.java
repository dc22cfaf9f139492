package dev.stint.hooks.jdk;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;

/** A connection to a resource in a tenant's jar. It tells nothing about the jar. */
final class ResourceConnection extends URLConnection {
    ResourceConnection(URL address) {
        super(address);
    }

    @Override
    public void connect() {}

    /** No date; but what is compiled counts as newer than what it was compiled from. */
    @Override
    public long getLastModified() {
        return getURL().getPath().endsWith(".class") ? 2_000 : 1_000;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return Loaders.openStream(getURL());
    }
}
