package dev.stint.weave.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SideBySide;
import dev.stint.SmallJar;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The JDK woven as a second line. */
@Timeout(240)
class JdkAgentTest extends AgentedJvm {
    /** Runs something in a task of a small budget, and prints how it has ended. */
    private static final String END =
            """
            static void end(String what, long memory, dev.stint.task.Action body) throws Exception {
                try (var s = dev.stint.Scheduler.open(c -> c.withWorkers(1));
                        var n = s.nursery(c -> c.withCancelOnError(false).withBudget(
                                new dev.stint.budget.Budget(500_000, memory, 1, 0, 0)))) {
                    var task = n.spawn(body);
                    System.out.println(what + ": " + switch (task.awaitOutcome()) {
                        case dev.stint.task.Outcome.Success<?> _ -> "done";
                        case dev.stint.task.Outcome.Failure<?>(var e) ->
                            e.getClass().getSimpleName();
                        case dev.stint.task.Outcome.Cancelled<?> _ -> "cancelled";
                    });
                } catch (dev.stint.error.TaskFailedException e) {
                    // printed above
                }
            }
            """;

    /** Work of the JDK that calls no code of the application, and takes some million steps. */
    private static final String LONG_WORK =
            """
            static Object deep(int depth) {
                Object o = "leaf";
                for (int i = 0; i < depth; i++) {
                    o = new java.util.ArrayList<>(java.util.List.of(o, o));
                }
                return o;
            }
            """;

    private static final String LONG_MAIN =
            """
            end("stream", 1 << 20, () -> java.util.stream.Stream.iterate("x",
                java.util.function.UnaryOperator.identity()).limit(3_000_000).count());
            end("regex", 1 << 24, () -> "aaaaaaaaaaaaaaaaaaaaaaaa".matches("(?:(a|aa)\\\\1?)*b"));
            end("hash", 1 << 20, () -> deep(20).hashCode());
            Object key = deep(20);
            Object same = deep(20);
            end("equals inside a map", 1 << 20, () -> {
                record Key(Object inner) { public int hashCode() { return 1; } }
                var map = new java.util.HashMap<Key, String>();
                map.put(new Key(key), "a");
                map.put(new Key(same), "b");
            });
            end("power", 1 << 30, () -> java.math.BigInteger.valueOf(3).pow(300_000).toString());
            end("memory", 1 << 20, () -> new java.util.BitSet(1 << 26));
            System.out.println("still here");
            """;

    private static final String PLENTY = "weave=app.*;";

    @SideBySide
    @Test
    void jdk_longWorkInside_isStopped() throws Exception {
        Ran ran = run("jdk", app(END + LONG_WORK, LONG_MAIN));

        assertThat(ran)
                .isEqualTo(
                        new Ran(
                                0,
                                """
                                stream: OperationBudgetExhaustedException
                                regex: OperationBudgetExhaustedException
                                hash: OperationBudgetExhaustedException
                                equals inside a map: OperationBudgetExhaustedException
                                power: OperationBudgetExhaustedException
                                memory: MemoryBudgetExhaustedException
                                still here
                                """,
                                ""));
    }

    @SideBySide
    @Test
    void agent_withoutJdk_doesNotSeeIt() throws Exception {
        Ran ran = run("", app(END + LONG_WORK, LONG_MAIN));

        assertThat(ran.out())
                .isEqualTo(
                        """
                        stream: done
                        regex: done
                        hash: done
                        equals inside a map: done
                        power: done
                        memory: done
                        still here
                        """);
    }

    /** A map that is thrown out of in the middle may have lost what was in it. */
    @SideBySide
    @Test
    void jdk_budgetRunsOutInAContainer_nothingIsLost() throws Exception {
        Ran ran =
                run(
                        "jdk",
                        app(
                                """
                                static boolean isWhole(long ops) throws Exception {
                                    var map = new java.util.HashMap<Integer, Integer>();
                                    try (var s = dev.stint.Scheduler.open(c -> c.withWorkers(1));
                                            var n = s.nursery(c -> c.withBudget(
                                                new dev.stint.budget.Budget(
                                                    ops, 1 << 30, 1, 0, 0)))) {
                                        n.spawn(() -> {
                                            for (int i = 0; ; i++) { map.put(i, i); }
                                        }).awaitOutcome();
                                    } catch (dev.stint.error.TaskFailedException e) {
                                        // it has spent its budget
                                    }
                                    int found = 0;
                                    for (int i = 0; i < map.size(); i++) {
                                        found += map.containsKey(i) ? 1 : 0;
                                    }
                                    return found == map.size() && found > 1000;
                                }
                                """,
                                """
                                int whole = 0;
                                for (int i = 0; i < 60; i++) {
                                    whole += isWhole(200_000 + i * 5_001) ? 1 : 0;
                                }
                                System.out.println(whole);
                                """));

        assertThat(ran).isEqualTo(new Ran(0, "60\n", ""));
    }

    /** The class and its regular expressions are woven when the task first needs them. */
    @SideBySide
    @Test
    void jdk_tenantOfAMeteredClassLoader_doesNotPayForItsWeaving() throws Exception {
        Ran ran =
                run(
                        "jdk;skip=app.*",
                        app(
                                        END,
                                        """
                                        var jar = java.nio.file.Path.of(Main.class.getProtectionDomain()
                                            .getCodeSource().getLocation().toURI());
                                        var loader = dev.stint.weave.MeteredClassLoader.of("plugin",
                                            java.util.List.of(jar), dev.stint.weave.Surface.ofTenant(),
                                            Main.class.getClassLoader());
                                        end("plugin", 1 << 20, () -> ((Runnable) loader
                                            .loadClass("app.Plugin").getConstructor().newInstance()).run());
                                        """)
                                .withClass(
                                        "app.Plugin",
                                        """
                                        package app;
                                        public class Plugin implements Runnable {
                                            public void run() {
                                                java.util.stream.Stream.of("a1b22").map(
                                                    s -> s.replaceAll("[0-9]+", "#")).toList();
                                            }
                                        }
                                        """));

        assertThat(ran).isEqualTo(new Ran(0, "plugin: done\n", ""));
    }

    /**
     * The hooks have the JDK's own loader then, and must not be taken for a part of it. There is
     * memory enough for classes that are loaded on the way, which the JDK counts.
     */
    @SideBySide
    @Test
    void jdk_taskOutOfMoney_waitsForMore() throws Exception {
        Ran ran =
                run(
                        "jdk",
                        app(
                                "",
                                """
                                try (var s = dev.stint.Scheduler.open(c -> c.withWorkers(1));
                                        var n = s.nursery(c -> c
                                            .withBudget(new dev.stint.budget.Budget(
                                                90_000, 1 << 26, 1, 0, 0))
                                            .withChildBudget(new dev.stint.budget.Budget(
                                                10_000, 1 << 25, 0, 0, 0))
                                            .withOnExhaustion(
                                                dev.stint.budget.OnExhaustion.WAIT))) {
                                    var task = n.spawn(() -> {
                                        for (int i = 0; i < 50_000; i++) {}
                                        return "done";
                                    });
                                    while (task.state()
                                        != dev.stint.task.TaskState.BUDGET_EXHAUSTED) {
                                        Thread.onSpinWait();
                                    }
                                    System.out.println("waits");
                                    n.recharge(task, dev.stint.budget.Budget.ofOps(60_000));
                                    System.out.println(task.await());
                                }
                                """));

        assertThat(ran).isEqualTo(new Ran(0, "waits\ndone\n", ""));
    }

    /** Scheduler code uses the same classes, and must not be thrown out of. */
    @SideBySide
    @Test
    void jdk_manyTasksThatEndInTheMiddle_booksBalance() throws Exception {
        Ran ran =
                run(
                        "jdk",
                        app(
                                """
                                static Object work(java.util.Random r) {
                                    return switch (r.nextInt(4)) {
                                        case 0 -> java.util.stream.Stream.iterate("x",
                                            java.util.function.UnaryOperator.identity())
                                            .limit(r.nextInt(5000)).count();
                                        case 1 -> "aaaaaaaaaaaaaaaaaaaaaaaa"
                                            .matches("(?:(a|aa)\\\\1?)*b");
                                        case 2 -> {
                                            var m = new java.util.HashMap<Integer, String>();
                                            for (int i = 0; i < 3000; i++) { m.put(i, "v" + i); }
                                            yield m.size();
                                        }
                                        default -> String.format("%s %5d", r.nextInt(), r.nextInt());
                                    };
                                }
                                static int failed;
                                static void talk(dev.stint.channel.Channel<Object> with, int id)
                                        throws Exception {
                                    var r = new java.util.Random(id);
                                    for (int k = 0; k < 20; k++) {
                                        Object o = work(r);
                                        if (k % 2 == id % 2) { with.send(o); } else { with.receive(); }
                                    }
                                }
                                static void round(int seed, dev.stint.config.Cores cores)
                                        throws Exception {
                                    var policy = seed % 3 == 0
                                        ? dev.stint.budget.OnExhaustion.FAIL
                                        : dev.stint.budget.OnExhaustion.DRAW;
                                    try (var s = dev.stint.Scheduler.open(
                                                c -> c.withWorkers(3).withCores(cores));
                                            var n = s.nursery(c -> c.withCancelOnError(false)
                                                .withOnExhaustion(policy)
                                                .withBudget(new dev.stint.budget.Budget(
                                                    30_000_000, 900_000_000, 100, 100_000, 0))
                                                .withChildBudget(new dev.stint.budget.Budget(
                                                    60_000, 3_000_000, 0, 1_000, 0)))) {
                                        dev.stint.channel.Channel<Object> ch =
                                            dev.stint.channel.Channel.buffered(3);
                                        var tasks = new java.util.ArrayList<dev.stint.task.Task<?>>();
                                        for (int i = 0; i < 30; i++) {
                                            int id = seed * 100 + i;
                                            tasks.add(n.spawn("t" + i, () -> talk(ch, id)));
                                        }
                                        for (int i = 0; i < 30; i += 7) { tasks.get(i).cancel(); }
                                        for (int i = 0; i < 30; i += 7) {
                                            tasks.get(i).awaitOutcome();
                                        }
                                        n.cancel();
                                    } catch (dev.stint.error.TaskFailedException e) {
                                        failed++;
                                    }
                                }
                                """,
                                """
                                dev.stint.internal.worker.Audit.begin();
                                for (int i = 0; i < 20; i++) {
                                    round(i, dev.stint.config.Cores.VIRTUAL);
                                    round(i, dev.stint.config.Cores.BARE);
                                }
                                System.out.println(dev.stint.internal.worker.Audit.problems());
                                System.out.println(failed > 0);
                                """));

        assertThat(ran).isEqualTo(new Ran(0, "[]\ntrue\n", ""));
    }

    private static SmallJar ordinary() {
        return app(
                "",
                """
                var map = new java.util.HashMap<String, Integer>();
                for (int i = 0; i < 100_000; i++) { map.merge("k" + i % 1000, i, Integer::sum); }
                System.out.println(map.hashCode() + " " + new java.util.TreeMap<>(map).firstKey());
                var list = new java.util.ArrayList<Integer>(map.values());
                java.util.Collections.shuffle(list, new java.util.Random(1));
                list.sort(java.util.Comparator.reverseOrder());
                System.out.println(list.hashCode() + " " + list.parallelStream()
                    .mapToLong(i -> i).filter(i -> i % 3 == 0).sum());
                System.out.println("a1b22c333".replaceAll("([a-z])(\\\\d+)", "$2$1")
                    + new java.util.Scanner("12 x 3.5").nextInt());
                System.out.println(new java.math.BigInteger("123456789").pow(50).toString(36)
                    + new java.math.BigDecimal("1").divide(new java.math.BigDecimal(7),
                        java.math.MathContext.DECIMAL128));
                System.out.println(String.format(java.util.Locale.ROOT, "%08.3f %,d %s", 3.14159,
                    1234567, java.util.List.of(1, 2)) + new java.text.DecimalFormat("#,##0.00")
                    .format(12345.678) + java.text.MessageFormat.format("{0}-{1}", 1, "x"));
                var bytes = new java.io.ByteArrayOutputStream();
                try (var zip = new java.util.zip.GZIPOutputStream(bytes)) {
                    zip.write("hello ".repeat(1000).getBytes());
                }
                try (var unzip = new java.util.zip.GZIPInputStream(
                        new java.io.ByteArrayInputStream(bytes.toByteArray()))) {
                    System.out.println(new String(unzip.readAllBytes()).length());
                }
                """);
    }

    @SideBySide
    @Test
    void jdk_outsideOfTasks_givesTheSameResults() throws Exception {
        Ran plain = run("", ordinary());
        Ran woven = run("jdk", ordinary());

        assertThat(plain.out()).hasLineCount(6);
        assertThat(woven).isEqualTo(plain);
    }

    @SideBySide
    @Test
    void jdk_withPackages_weavesOnlyThose() throws Exception {
        Ran ran = run(PLENTY + "jdk=java.util.regex,java.math", app(END + LONG_WORK, LONG_MAIN));

        assertThat(ran.err()).isEmpty();
        assertThat(ran.out())
                .contains("stream: done")
                .contains("regex: OperationBudgetExhaustedException")
                .contains("hash: done")
                .contains("power: OperationBudgetExhaustedException");
    }

    @SideBySide
    @Test
    void jdk_unknownPackage_endsTheJvm() throws Exception {
        Ran ran = run("jdk=com.acme", app("", "System.out.println(\"started\");"));

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).startsWith("stint: jdk: there is no package 'com.acme'");
    }

    @SideBySide
    @Test
    void jdk_everyMethodVerified_starts() throws Exception {
        Ran ran =
                java(
                        List.of(
                                "-XX:+UnlockDiagnosticVMOptions",
                                "-XX:+BytecodeVerificationLocal",
                                "-javaagent:" + agent + "=jdk",
                                "-jar",
                                ordinary().writeTo(folder.resolve("app.jar")).toString()));

        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).hasLineCount(6);
    }
}
