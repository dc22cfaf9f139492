package dev.stint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Which Stint this is: its version, and the commit it was built from. */
public final class Version {
    private static final String RESOURCE = "version.properties";
    private static final Properties PROPERTIES = load();

    private Version() {}

    /** Both in one line, for people: {@code 0.1.0 (3f2a91c0d4e5)}. */
    public static String string() {
        return number() + " (" + commit() + ")";
    }

    /** The version alone: {@code 0.1.0}. */
    public static String number() {
        return property("version");
    }

    /**
     * The commit alone, with {@code -dirty} behind it if the sources had changed since; {@code
     * unknown} if the build was not told.
     */
    public static String commit() {
        return property("commit");
    }

    private static String property(String name) {
        var value = PROPERTIES.getProperty(name);
        if (value == null) {
            throw new IllegalStateException(RESOURCE + " has no '" + name + "'; rebuild the jar");
        }
        return value;
    }

    private static Properties load() {
        try (var in = Version.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(
                        RESOURCE + " is not beside " + Version.class + "; rebuild the jar");
            }
            var properties = new Properties();
            properties.load(in);
            return properties;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
