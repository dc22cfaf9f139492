package dev.stint.island;

/** What an island does after an activation that did what it may not. It is reported in any case. */
public enum IslandOverrun {
    /** It goes on with the next period; activations whose time has come meanwhile are left out. */
    SKIP,
    /** It goes on at once with activations whose time has come meanwhile, one after the other. */
    NOTIFY,
    /** It stops, and gives back what it had. */
    STOP
}
