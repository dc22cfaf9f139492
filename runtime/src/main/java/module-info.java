/**
 * The runtime: tasks with budgets on few threads, nurseries, channels, and what belongs to them.
 *
 * <p>What is not exported here belongs to the runtime alone, and may change from one version to the
 * next. The sealed types of the API are implemented there.
 */
@SuppressWarnings("module") // the testkit and native are compiled later
module dev.stint {
    requires static transitive org.jspecify;
    requires dev.stint.hooks;
    requires org.jctools.core.jdk11;
    requires java.management;
    requires jdk.management;

    uses dev.stint.env.HeapWatch; // the module native has one

    exports dev.stint;
    exports dev.stint.actor;
    exports dev.stint.budget;
    exports dev.stint.capability;
    exports dev.stint.channel;
    exports dev.stint.context;
    exports dev.stint.env;
    exports dev.stint.error;
    exports dev.stint.event;
    exports dev.stint.guard;
    exports dev.stint.island;
    exports dev.stint.lease;
    exports dev.stint.nursery;
    exports dev.stint.config;
    exports dev.stint.policy;
    exports dev.stint.supervisor;
    exports dev.stint.sync;
    exports dev.stint.task;
    exports dev.stint.tenant;
    exports dev.stint.internal.sim to
            dev.stint.testkit;
    exports dev.stint.internal.fiber to
            dev.stint.nativecode;
}
