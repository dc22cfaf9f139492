/** Shows a scheduler to the tools of others. Micrometer must be there for its binder alone. */
module dev.stint.metrics {
    requires static transitive org.jspecify;
    requires transitive dev.stint;
    requires transitive java.management;
    requires jdk.jfr;
    requires static micrometer.core;

    exports dev.stint.metrics;
}
