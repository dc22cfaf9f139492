package dev.stint.weave.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SideBySide;
import dev.stint.SmallJar;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Applications that are started with the agent and no other flag, each in a JVM of its own. */
@Timeout(120)
class AgentTest extends AgentedJvm {
    /** Runs what {@code body} says in a task, and prints what that has cost. */
    private static final String COSTS =
            "static long costs(dev.stint.task.Action body) throws Exception {"
                    + " try (var s = dev.stint.Scheduler.open(c -> c.withWorkers(1))) {"
                    + " var task = s.root().spawn(body); task.awaitOutcome();"
                    + " return task.receipt().orElseThrow().spent().ops(); } }";

    private static final String LOOP = "static void loop() { for (int i = 0; i < 5000; i++) ; }";

    /** Prints what the loop of another class costs. */
    private static SmallJar appWithPlugin() {
        return app(COSTS, "System.out.println(costs(plugin.Loop::loop));")
                .withClass(
                        "plugin.Loop", "package plugin; public class Loop { public " + LOOP + " }");
    }

    // ---- without rules

    @SideBySide
    @Test
    void agent_alone_opensTheJdkAndMeters() throws Exception {
        Ran ran = run("", app(COSTS + LOOP, "System.out.println(costs(Main::loop) / 1000);"));

        assertThat(ran).isEqualTo(new Ran(0, "5\n", ""));
    }

    @SideBySide
    @Test
    void agent_endlessLoopInATask_isStopped() throws Exception {
        Ran ran =
                run(
                        "",
                        app(
                                "static void forever() { while (true) ; }",
                                "try (var s = dev.stint.Scheduler.open();"
                                        + " var n = s.nursery(c -> c.withBudget("
                                        + "new dev.stint.budget.Budget(50_000, 1_000, 1, 0, 0)))) {"
                                        + " var task = n.spawn(Main::forever);"
                                        + " System.out.println(n.awaitAll()"
                                        + " .getClass().getSimpleName()); }"));

        assertThat(ran).isEqualTo(new Ran(0, "ChildFailed\n", ""));
    }

    @SideBySide
    @Test
    void agent_outsideOfTasks_changesNothing() throws Exception {
        Ran ran =
                run(
                        "",
                        app(
                                "enum Colour { RED, GREEN } record Point(int x, int y) {}"
                                        + " interface Shape { default int sides() { return 4; } }",
                                "var list = java.util.stream.IntStream.range(0, 10).boxed() .map(i"
                                    + " -> new Point(i, i * i)).toList();"
                                    + " System.out.println(list.get(3) + \" \" +"
                                    + " Colour.valueOf(\"RED\") + new Shape() {}.sides()); Runnable"
                                    + " proxy = (Runnable)"
                                    + " java.lang.reflect.Proxy.newProxyInstance("
                                    + " Main.class.getClassLoader(), new Class<?>[]"
                                    + " {Runnable.class}, (p, m, a) -> {"
                                    + " System.out.println(m.getName()); return null; });"
                                    + " proxy.run();"));

        assertThat(ran).isEqualTo(new Ran(0, "Point[x=3, y=9] RED4\nrun\n", ""));
    }

    @SideBySide
    @Test
    void agent_classesOfAnotherLoader_areWoven() throws Exception {
        Path plugin =
                new SmallJar()
                        .withClass(
                                "plugin.Loop",
                                "package plugin; public class Loop implements Runnable { "
                                        + LOOP
                                        + " public void run() { loop(); } }")
                        .writeTo(folder.resolve("plugin.jar"));
        String load =
                "var loader = %s; var loop = (Runnable) loader.loadClass(\"plugin.Loop\")"
                        + " .getConstructor().newInstance();"
                        + " System.out.println(costs(loop::run) / 1000);";
        String jdks =
                "new java.net.URLClassLoader(new java.net.URL[] {new java.net.URI(\""
                        + plugin.toUri()
                        + "\").toURL()})";

        assertThat(run("", app(COSTS, load.formatted(jdks)))).isEqualTo(new Ran(0, "5\n", ""));
        assertThat(run("", app(COSTS, load.formatted(jdks + " {}"))))
                .isEqualTo(new Ran(0, "5\n", ""));
    }

    @SideBySide
    @Test
    void agent_namedModule_isWoven() throws Exception {
        SmallJar app =
                new SmallJar()
                        .withClass("module-info", "module app { }")
                        .withClass(
                                "app.Main",
                                "package app; public class Main { "
                                        + LOOP
                                        + " public static void main(String[] args) { loop();"
                                        + " System.out.println(Main.class.getModule()); } }");

        Ran ran =
                java(
                        List.of(
                                "-javaagent:" + agent,
                                "-p",
                                app.writeTo(folder.resolve("app.jar")).toString(),
                                "-m",
                                "app/app.Main"));

        assertThat(ran).isEqualTo(new Ran(0, "module app\n", ""));
    }

    // ---- rules

    @SideBySide
    @Test
    void weave_names_metersOnlyThose() throws Exception {
        assertThat(run("weave=plugin.*", appWithPlugin()).out()).isEqualTo("5000\n");
        // Calling it is the application's.
        assertThat(run("weave=app.*", appWithPlugin()).out()).isEqualTo("1\n");
        assertThat(run("skip=plugin.Loop", appWithPlugin()).out()).isEqualTo("1\n");
    }

    @SideBySide
    @Test
    void report_isWrittenAtTheEnd() throws Exception {
        Path report = folder.resolve("report.txt");

        Ran ran = run("report=" + report, appWithPlugin());

        assertThat(ran.code()).isZero();
        assertThat(Files.readString(report))
                .startsWith("the application: 2 classes woven, none refused\n");
    }

    @SideBySide
    @Test
    void surface_tenant_refusesWhatItDoesNotOpen() throws Exception {
        Ran ran =
                run(
                        "weave=plugin.*;surface=tenant;strict",
                        app("", "plugin.Escape.run();")
                                .withClass(
                                        "plugin.Escape",
                                        "package plugin; public class Escape { public static void"
                                                + " run() throws Exception { new"
                                                + " ProcessBuilder(\"true\").start(); } }"));

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err())
                .startsWith("stint: class plugin.Escape is refused: ")
                .contains("LinkageError: class plugin.Escape is refused: ", "ProcessBuilder");
    }

    // ---- fail closed

    @SideBySide
    @Test
    void agent_classThatCannotBeWoven_onlyComplains() throws Exception {
        Ran ran =
                run(
                        "strict",
                        app(
                                        "static void call(dev.stint.task.Action a) { try { a.run();"
                                            + " System.out.println(\"ran\"); } catch (Throwable e)"
                                            + " { System.out.println(e.getClass().getSimpleName());"
                                            + " } }",
                                        "call(() -> plugin.Native.work()); call(() -> new"
                                            + " plugin.Native());"
                                            + " System.out.println(plugin.Native.class.getDeclaredMethods().length);")
                                .withClass(
                                        "plugin.Native",
                                        "package plugin; public class Native { static int x = 5;"
                                                + " native void call(); public static void work()"
                                                + " { System.out.println(\"unmetered\"); }"
                                                + " Runnable r() { return () -> {}; } }"));

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).startsWith("LinkageError\nNoClassDefFoundError\n");
        assertThat(ran.err())
                .startsWith("stint: class plugin.Native is refused: ")
                .endsWith(". Whoever uses it gets an error\n")
                .hasLineCount(1);
    }

    @SideBySide
    @Test
    void agent_interfaceAndMainThatCannotBeWoven_fail() throws Exception {
        Ran ran = run("strict", app("native void call();", "System.out.println(\"unmetered\");"));

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("LinkageError: class app.Main is refused: ");
    }

    @SideBySide
    @Test
    void agent_bytesThatAreNoClass_doNotLoad() throws Exception {
        Ran ran =
                run(
                        "",
                        app(
                                "static class L extends ClassLoader { Class<?> define(byte[] b) {"
                                        + " return defineClass(null, b, 0, b.length); } }",
                                "byte[] b = new byte[100]; b[0] = (byte) 0xCA; b[1] = (byte) 0xFE;"
                                    + " b[2] = (byte) 0xBA; b[3] = (byte) 0xBE; b[7] = 69; try {"
                                    + " new L().define(b); System.out.println(\"loaded\"); } catch"
                                    + " (ClassFormatError e) { System.out.println(\"refused\");"
                                    + " }"));

        assertThat(ran.out()).isEqualTo("refused\n");
        assertThat(ran.code()).isZero();
    }

    @SideBySide
    @Test
    void agent_wrongRules_endTheJvm() throws Exception {
        Ran ran = run("wave=com.acme.*", app("", "System.out.println(\"started\");"));

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err())
                .startsWith("stint: -javaagent: there is no option 'wave'; right is")
                .hasLineCount(1);
    }

    @SideBySide
    @Test
    void agent_twice_endsTheJvm() throws Exception {
        Path app = app("", "").writeTo(folder.resolve("app.jar"));

        Ran ran =
                java(List.of("-javaagent:" + agent, "-javaagent:" + agent, "-jar", app.toString()));

        assertThat(ran)
                .isEqualTo(
                        new Ran(
                                2,
                                "",
                                "stint: the agent is installed already; name it once, with all"
                                        + " rules.\n"));
    }

    // ---- into a JVM that runs

    @SideBySide
    @Test
    void agentmain_weavesWhatIsLoadedLaterAndNamesTheRest() throws Exception {
        SmallJar app =
                appWithPlugin()
                        .withClass(
                                "app.Main",
                                "package app; public class Main { "
                                        + COSTS
                                        + " public static void main(String[] args) throws Exception"
                                        + " { var vm = com.sun.tools.attach.VirtualMachine.attach("
                                        + " String.valueOf(ProcessHandle.current().pid()));"
                                        + " vm.loadAgent(args[0]); vm.detach();"
                                        + " System.out.println(costs(plugin.Loop::loop)); } }");

        Ran ran =
                java(
                        List.of(
                                "-Djdk.attach.allowAttachSelf=true",
                                "-XX:+EnableDynamicAgentLoading",
                                "-jar",
                                app.writeTo(folder.resolve("app.jar")).toString(),
                                agent.toString()));

        assertThat(ran.out()).isEqualTo("5000\n");
        assertThat(ran.err())
                .isEqualTo(
                        "stint: 1 class was loaded before the agent, too late to be metered:"
                                + " app.Main\n");
    }
}
