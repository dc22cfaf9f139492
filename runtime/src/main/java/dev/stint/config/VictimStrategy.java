package dev.stint.config;

/** Whom an idle worker tries to steal from first. */
public enum VictimStrategy {
    /** A random worker, from the worker's own seeded generator. */
    RANDOM,
    /** One after another. */
    ROUND_ROBIN,
    /** The one with the most queued tasks; the specification says LeastLoaded. */
    MOST_LOADED
}
