package dev.stint.host.demo;

import java.util.List;

/** A state that changes while a scene is played: as a table, or as one line. */
interface Picture {
    /** For a log. */
    String line();

    /** For a terminal. */
    List<String> rows(Ink ink);
}
