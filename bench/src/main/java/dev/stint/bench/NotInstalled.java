package dev.stint.bench;

import java.io.IOException;

/** A peer needs something that this machine does not have; it is skipped, with the message. */
final class NotInstalled extends IOException {
    private static final long serialVersionUID = 1L;

    NotInstalled(String what) {
        super(what);
    }

    NotInstalled(String what, IOException cause) {
        super(what, cause);
    }
}
