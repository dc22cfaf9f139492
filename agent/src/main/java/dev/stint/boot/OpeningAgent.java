package dev.stint.boot;

import java.lang.instrument.Instrumentation;

/**
 * The agent as an artifact: {@code -javaagent:stint-agent.jar} opens what the runtime needs of the
 * JDK, and weaves nothing. Told to, by {@code =weave} or {@code =weave,RULES}, it weaves as that of
 * stint.jar does; then stint-weave must be on the class path.
 */
public final class OpeningAgent {
    private static final String WEAVE = "weave";
    private static final int MISUSED = 2;

    private OpeningAgent() {}

    /** Called by the JVM before the application starts. */
    public static void premain(String options, Instrumentation jvm) throws Throwable {
        Jvm.ensureNewEnough(System.err);
        try {
            install("premain", options, jvm);
        } catch (IllegalArgumentException e) {
            System.err.println("stint: " + e.getMessage());
            System.exit(MISUSED);
        }
    }

    /** Called by the JVM when the agent is loaded into an application that runs. */
    public static void agentmain(String options, Instrumentation jvm) throws Throwable {
        install("agentmain", options, jvm);
    }

    private static void install(String method, String options, Instrumentation jvm)
            throws Throwable {
        String told = options == null ? "" : options;
        if (told.isEmpty()) {
            Jvm.call(
                    "dev.stint.weave.agent.Opening",
                    "open",
                    new Class<?>[] {Instrumentation.class},
                    jvm);
            return;
        }
        if (!told.equals(WEAVE) && !told.startsWith(WEAVE + ",")) {
            throw new IllegalArgumentException(
                    "the agent cannot do '"
                            + told
                            + "': right is no option, which opens what the runtime needs, or"
                            + " 'weave' or 'weave,RULES'.");
        }
        try {
            Start.agent(method, told.substring(Math.min(told.length(), WEAVE.length() + 1)), jvm);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(
                    "the agent cannot weave: stint-weave is not on the class path. Add it there.");
        }
    }
}
