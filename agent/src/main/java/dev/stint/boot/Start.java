package dev.stint.boot;

import java.lang.instrument.Instrumentation;

/** Where stint.jar starts, as a program and as the agent that weaves what an application loads. */
public final class Start {
    private static final String AGENT = "dev.stint.weave.agent.Agent";

    private Start() {}

    /** Runs one command and exits with its code. */
    public static void main(String[] args) throws Throwable {
        Jvm.ensureNewEnough(System.err);
        Jvm.call("dev.stint.host.Main", "main", new Class<?>[] {String[].class}, (Object) args);
    }

    /** Called by the JVM before the application starts. */
    public static void premain(String rules, Instrumentation jvm) throws Throwable {
        Jvm.ensureNewEnough(System.err);
        agent("premain", rules, jvm);
    }

    /** Called by the JVM when the agent is loaded into an application that runs. */
    public static void agentmain(String rules, Instrumentation jvm) throws Throwable {
        agent("agentmain", rules, jvm);
    }

    static void agent(String method, String rules, Instrumentation jvm) throws Throwable {
        Jvm.call(AGENT, method, new Class<?>[] {String.class, Instrumentation.class}, rules, jvm);
    }
}
