package dev.stint.weave.agent;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The one flag that an application needs: {@code -javaagent:stint.jar}. It opens what the runtime
 * needs of the JDK, and weaves every class that the application loads from then on, so that it is
 * metered when it runs in a task. Outside of tasks it runs as before.
 *
 * <p>Rules narrow that down; see {@link AgentRules} for how they are written. Rules that cannot be
 * read end the JVM before the application starts. A class that cannot be woven is not left as it
 * is: whatever uses it gets a {@link LinkageError} that says why.
 *
 * <p>Never woven: the JDK, unless that is asked for as a second line, Stint and the queues it is
 * built on, proxies that the JDK makes, and hidden classes, which the JVM shows to no agent.
 */
public final class Agent {
    private static final int FAILED = 1;
    private static final int MISUSED = 2;
    private static final int MOST_NAMED = 10;
    private static final AtomicBoolean INSTALLED = new AtomicBoolean();

    private Agent() {}

    /** Called by the JVM before the application starts. */
    public static void premain(@Nullable String rules, Instrumentation jvm) {
        try {
            install(rules, jvm);
        } catch (IllegalArgumentException | IllegalStateException e) {
            say(String.valueOf(e.getMessage()));
            // An exception would end the JVM as well, behind a page of frames that are not ours.
            System.exit(MISUSED);
        } catch (Exception | Error e) {
            say("the agent cannot start: " + e);
            System.exit(FAILED);
        }
    }

    /** Called by the JVM when the agent is loaded into an application that runs. */
    public static void agentmain(@Nullable String rules, Instrumentation jvm) {
        install(rules, jvm);
    }

    private static void install(@Nullable String text, Instrumentation jvm) {
        AgentRules rules = AgentRules.parse(text == null ? "" : text);
        if (INSTALLED.getAndSet(true)) {
            throw new IllegalStateException(
                    "the agent is installed already; name it once, with all rules.");
        }
        Opening.open(jvm);
        if (!rules.jdk().isEmpty()) {
            JdkAgent.install(rules.jdk(), jvm); // before anything else knows the hooks
        }
        var weaving = new WeavingTransformer(rules, jvm);
        jvm.addTransformer(weaving);
        tellOfLoaded(weaving, jvm);
        if (rules.report() != null) {
            weaving.reportAtTheEnd(rules.report());
        }
    }

    /** What is loaded stays as it is: a woven class has methods more than it had before. */
    private static void tellOfLoaded(WeavingTransformer weaving, Instrumentation jvm) {
        List<String> late = new ArrayList<>();
        for (Class<?> loaded : jvm.getAllLoadedClasses()) {
            if (weaving.wouldWeave(loaded)) {
                late.add(loaded.getName());
            }
        }
        if (!late.isEmpty()) {
            late.sort(null);
            int more = late.size() - MOST_NAMED;
            say(
                    late.size()
                            + (late.size() == 1 ? " class was" : " classes were")
                            + " loaded before the agent, too late to be metered: "
                            + String.join(", ", late.subList(0, Math.min(MOST_NAMED, late.size())))
                            + (more > 0 ? " and " + more + " more" : ""));
        }
    }

    static void say(String line) {
        System.err.println("stint: " + line);
    }
}
