/**
 * The weaver: makes the classes of tenants count what they do, and refuses what they may not use.
 *
 * <p>What is not exported here belongs to the weaver alone, and may change from one version to the
 * next.
 */
module dev.stint.weave {
    requires static transitive org.jspecify;
    requires transitive dev.stint.hooks;
    requires java.management; // for the time that weaving takes
    requires static java.instrument; // for the agent

    exports dev.stint.weave;
    exports dev.stint.weave.points;
}
