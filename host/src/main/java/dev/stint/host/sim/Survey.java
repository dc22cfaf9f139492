package dev.stint.host.sim;

import dev.stint.policyservice.text.Json;
import dev.stint.testkit.Sim;
import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.junit.MethodBody;
import dev.stint.testkit.junit.SimMethod;
import dev.stint.testkit.result.SimReplay;
import dev.stint.testkit.result.SimResult;
import java.io.Console;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Explores one method after another, and tells what comes of it. */
public final class Survey {
    private final Search search;
    private final PrintWriter out;
    private final Meter meter;
    private final List<Map<String, Object>> findings = new ArrayList<>();
    private boolean green = true;

    private Survey(Search search, PrintWriter out, boolean live) {
        this.search = search;
        this.out = out;
        this.meter = new Meter(out, live);
    }

    /**
     * Does what was asked for.
     *
     * @return whether all was green
     * @throws IllegalArgumentException if there is no such method, class or file
     */
    public static boolean run(Search search, PrintWriter out) throws InterruptedException {
        boolean isTerminal =
                Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
        return run(search, out, Meter.isLive(isTerminal, System.getenv()));
    }

    static boolean run(Search search, PrintWriter out, boolean live) throws InterruptedException {
        Thread me = Thread.currentThread();
        ClassLoader before = me.getContextClassLoader();
        try (var subjects = new Subjects(search.classpath())) {
            me.setContextClassLoader(subjects.loader());
            return new Survey(search, out, live).run(subjects);
        } finally {
            me.setContextClassLoader(before);
        }
    }

    private boolean run(Subjects subjects) throws InterruptedException {
        if (search.list()) {
            list(subjects);
            return true;
        }
        if (search.replay().isPresent()) {
            replay(subjects, search.replay().get());
        } else {
            List<SimMethod> methods = new ArrayList<>();
            search.names().forEach(name -> methods.addAll(subjects.find(name)));
            for (SimMethod method : methods) {
                explore(method);
            }
        }
        if (search.json()) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("green", green);
            all.put("results", findings);
            out.print(Json.write(all));
        }
        return green;
    }

    private void list(Subjects subjects) {
        List<String> names = new ArrayList<>();
        if (search.names().isEmpty()) {
            names.addAll(subjects.all());
        }
        for (String name : search.names()) {
            subjects.find(name).forEach(method -> names.add(method.name()));
        }
        if (search.json()) {
            out.print(Json.write(Map.of("methods", names)));
        } else {
            names.forEach(out::println);
        }
    }

    // ---- exploring

    private void explore(SimMethod method) throws InterruptedException {
        SimConfig config = search.apply(method.config());
        say(
                "%s: %s, seed %d, %s"
                        .formatted(
                                method.name(), config.strategy(), config.seed(), extent(config)));
        var coverage = new Coverage();
        MethodBody body = method.body();
        SimResult result =
                Sim.explore(
                        config,
                        body,
                        (schedules, distinct, elapsed) -> {
                            coverage.add(schedules, distinct);
                            if (!search.json()) {
                                meter.show(
                                        part(config, schedules, elapsed),
                                        schedules,
                                        elapsed,
                                        coverage);
                            }
                            return search.time().isEmpty()
                                    || elapsed.compareTo(search.time().get()) < 0;
                        });
        meter.end();
        coverage.add(result.schedules(), result.distinct());
        green &= result.isGreen();
        findings.add(finding(result, body));
        tell(result, body, coverage);
    }

    private String extent(SimConfig config) {
        String schedules = String.format(Locale.ROOT, "%,d schedules", config.schedules());
        if (search.time().isEmpty()) {
            return "up to " + schedules;
        }
        String seconds = search.time().get().toSeconds() + " s";
        return search.schedules().isEmpty() ? seconds : "up to " + schedules + " or " + seconds;
    }

    private double part(SimConfig config, long schedules, Duration elapsed) {
        double bySchedules = (double) schedules / config.schedules();
        return search.time().isEmpty()
                ? bySchedules
                : Math.max(
                        bySchedules, (double) elapsed.toMillis() / search.time().get().toMillis());
    }

    private void tell(SimResult result, MethodBody body, Coverage coverage) {
        if (result.isGreen()) {
            say(
                    String.format(
                            Locale.ROOT,
                            "  green: %,d schedules, %,.0f/s, %s",
                            result.schedules(),
                            result.schedulesPerSecond(),
                            coverage.inWords()));
            if (result.complete()) {
                say("  these are all that " + result.config().strategy() + " has");
            } else if (coverage.isSaturated()) {
                say("  nothing new comes any more; another seed or strategy may see more");
            }
        } else {
            say(Finding.inWords(result));
        }
        if (body.passedOver() > 0) {
            say("  in " + body.passedOver() + " of them an assumption did not hold");
        }
        tellUncontrolled(result);
    }

    private void tellUncontrolled(SimResult result) {
        if (!result.uncontrolled().isEmpty()) {
            say("  not decided by any schedule: " + result.uncontrolled().getFirst());
            int more = result.uncontrolled().size() - 1;
            if (more > 0) {
                say("  and " + more + " more like it");
            }
        }
    }

    // ---- replaying

    private void replay(Subjects subjects, Path file) throws InterruptedException {
        SimMethod method = subjects.find(Sim.nameIn(file)).getFirst();
        MethodBody body = method.body();
        SimReplay replay = Sim.replay(search.apply(method.config()), file, body);
        SimResult result = replay.result();
        green = result.isGreen() && replay.isSame();
        if (replay.isSame() && !result.isGreen()) {
            say(Finding.inWords(result));
        } else {
            result.failure().ifPresent(failure -> say(failure.kind() + ": " + failure.summary()));
        }
        tellUncontrolled(result);
        say(replay.inWords(file));
        Map<String, Object> finding = finding(result, body);
        finding.put("same", replay.isSame());
        replay.divergence().ifPresent(where -> finding.put("divergence", where));
        findings.add(finding);
    }

    // ---- saying

    private void say(String line) {
        if (!search.json()) {
            out.println(line);
            out.flush();
        }
    }

    private static Map<String, Object> finding(SimResult result, MethodBody body) {
        Map<String, Object> finding = Finding.of(result);
        finding.put("passedOver", body.passedOver());
        return finding;
    }
}
