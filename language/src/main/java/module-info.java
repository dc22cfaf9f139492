/**
 * A small language whose programs pay as they run: text, checked tree, intermediate code, and what
 * runs it on the scheduler.
 *
 * <p>What is not exported here belongs to this module alone, and may change from one version to the
 * next.
 */
module dev.stint.language {
    requires static transitive org.jspecify;
    requires transitive dev.stint;
    requires dev.stint.hooks;
    requires transitive java.scripting;

    exports dev.stint.language;
    exports dev.stint.language.diagnostic;
    exports dev.stint.language.engine;
    exports dev.stint.language.profile;

    provides javax.script.ScriptEngineFactory with
            dev.stint.language.engine.StintEngineFactory;
}
