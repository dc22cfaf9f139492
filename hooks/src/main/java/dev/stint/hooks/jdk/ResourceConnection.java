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

    @Override
    public InputStream getInputStream() throws IOException {
        return Loaders.openStream(getURL());
    }
}
