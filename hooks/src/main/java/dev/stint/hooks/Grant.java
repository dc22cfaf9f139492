package dev.stint.hooks;

import java.io.Closeable;

/** A right that was given to one connection, or to one file that is open. */
public interface Grant {
    /**
     * Ties the connection to the right: it is closed when the right ends, or the task that asked
     * for it. Before it is made, so that one that hangs can be closed, too.
     */
    void hold(Closeable connection);

    /** Throws if the right has ended. Before each use of the connection. */
    void use();

    /** A use has failed. Throws if the right has ended, or the task must end: then it was that. */
    void failed();

    /** The connection is closed. Any number of times. */
    void drop();
}
