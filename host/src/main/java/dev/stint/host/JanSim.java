package dev.stint.host;

import static dev.stint.host.BadArguments.quoted;

import dev.stint.host.sim.Finding;
import dev.stint.language.RunConfig;
import dev.stint.language.Script;
import dev.stint.language.ScriptResult;
import dev.stint.policyservice.text.Json;
import dev.stint.tenant.Tenant;
import dev.stint.testkit.Sim;
import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.result.SimReplay;
import dev.stint.testkit.result.SimResult;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;

/** Explores the tests of a script: runs each of them under many schedules until one fails. */
final class JanSim {
    private final Script script;
    private final String file;
    private final BiFunction<RunConfig, Tenant, RunConfig> terms;
    private final boolean json;
    private final PrintWriter out;
    private final List<Map<String, Object>> findings = new ArrayList<>();

    /**
     * @param file how the script was named
     * @param terms on which a test is run
     */
    JanSim(
            Script script,
            String file,
            BiFunction<RunConfig, Tenant, RunConfig> terms,
            boolean json,
            PrintWriter out) {
        this.script = script;
        this.file = file;
        this.terms = terms;
        this.json = json;
        this.out = out;
    }

    /** All tests, each under so many schedules; says whether all were green. */
    boolean explore(int schedules, long seed) throws InterruptedException {
        int failed = 0;
        for (String title : script.tests()) {
            SimConfig config = config(title).withSchedules(schedules).withSeed(seed);
            SimResult result = Sim.explore(config, body(title));
            findings.add(finding(title, result));
            failed += result.isGreen() ? 0 : 1;
            say(
                    String.format(
                            Locale.ROOT,
                            "%s%s: %,d schedules, %,d of them distinct",
                            result.isGreen() ? "passed  " : "FAILED  ",
                            title,
                            result.schedules(),
                            result.distinct()));
            say(Finding.inWords(result));
        }
        int passed = findings.size() - failed;
        say(passed + " passed, " + failed + " failed");
        tellAll(failed);
        return failed == 0;
    }

    /** The one schedule of a trace file; says whether it was green. */
    boolean replay(Path trace) throws InterruptedException {
        try {
            String title = titleIn(trace);
            SimReplay replay = Sim.replay(config(title), trace, body(title));
            SimResult result = replay.result();
            findings.add(finding(title, result));
            say(Finding.inWords(result));
            say(replay.inWords(trace));
            tellAll(result.isGreen() ? 0 : 1);
            return result.isGreen() && replay.isSame();
        } catch (IllegalArgumentException e) {
            throw new BadArguments(String.valueOf(e.getMessage()));
        }
    }

    private String titleIn(Path trace) {
        String name = Sim.nameIn(trace);
        return script.tests().stream()
                .filter(title -> nameOf(title).equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new BadArguments(
                                        "the trace %s is of %s, which is no test of %s"
                                                .formatted(
                                                        quoted(trace.toString()),
                                                        quoted(name),
                                                        quoted(file))));
    }

    private String nameOf(String title) {
        return Path.of(file).getFileName() + ": " + title;
    }

    private SimConfig config(String title) {
        return SimConfig.defaults()
                .withName(nameOf(title))
                .withReplayCommand(
                        "./stint jan test '"
                                + file.replace("'", "'\\''")
                                + "' --sim --replay {file}");
    }

    private Sim.Body body(String title) {
        return sim -> {
            Tenant tenant = sim.scheduler().tenant();
            ScriptResult result = script.runTest(tenant, c -> terms.apply(c, tenant), title);
            Throwable failure = result.failure().orElse(null);
            if (failure instanceof Exception e) {
                throw e;
            }
            if (failure instanceof Error e) {
                throw e;
            }
        };
    }

    // ---- saying

    private static Map<String, Object> finding(String title, SimResult result) {
        Map<String, Object> finding = new LinkedHashMap<>();
        finding.put("title", title);
        finding.putAll(Finding.of(result));
        return finding;
    }

    private void tellAll(int failed) {
        if (json) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("tests", findings);
            all.put("failed", failed);
            out.print(Json.write(all));
        }
    }

    private void say(String text) {
        if (!json && !text.isEmpty()) {
            out.println(text);
            out.flush();
        }
    }
}
