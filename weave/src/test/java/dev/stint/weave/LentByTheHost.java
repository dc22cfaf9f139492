package dev.stint.weave;

/** What a careless host lends: it works and allocates, and says that it costs nothing. */
public final class LentByTheHost {
    private static volatile byte[] last = {};

    private LentByTheHost() {}

    public static int make(int bytes) {
        last = new byte[bytes];
        return last.length;
    }
}
