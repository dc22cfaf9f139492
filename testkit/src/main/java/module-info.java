/**
 * The testkit: schedules of a concurrent program under a seed, found, shrunk, shown and replayed.
 *
 * <p>What is not exported here belongs to the testkit alone, and may change from one version to the
 * next.
 */
module dev.stint.testkit {
    requires static transitive org.jspecify;
    requires transitive dev.stint;
    requires dev.stint.hooks;
    requires dev.stint.weave;
    requires static transitive org.junit.jupiter.api;

    exports dev.stint.testkit;
    exports dev.stint.testkit.config;
    exports dev.stint.testkit.history;
    exports dev.stint.testkit.junit;
    exports dev.stint.testkit.result;
    exports dev.stint.testkit.search;
}
