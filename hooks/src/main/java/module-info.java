/** What woven code calls: the meter, the prices of the JDK's methods, and their stand-ins. */
module dev.stint.hooks {
    requires static transitive org.jspecify;
    requires static java.logging; // for loggers that stand in, where a program uses them

    exports dev.stint.hooks;
    exports dev.stint.hooks.jdk;
}
