package dev.stint.host.demo;

import dev.stint.Version;
import dev.stint.policyservice.text.Json;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Plays the scenes one after another and sums up. */
public final class Programme {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Function<Plan, List<Scene>> scenes;
    private final Screen screen;
    private final Duration patience;

    Programme(List<Scene> scenes, Screen screen, Duration patience) {
        this(plan -> scenes, screen, patience);
    }

    private Programme(Function<Plan, List<Scene>> scenes, Screen screen, Duration patience) {
        this.scenes = scenes;
        this.screen = screen;
        this.patience = patience;
    }

    /** All scenes, on the terminal if there is one. */
    public static Programme complete(PrintWriter out) {
        return new Programme(
                Programme::scenes, Screen.on(out, isTerminal(), System.getenv()), PATIENCE);
    }

    private static List<Scene> scenes(Plan plan) {
        List<Scene> scenes = new ArrayList<>();
        scenes.add(new Siege(plan.weave() ? TenantCode.WOVEN : TenantCode.UNWOVEN));
        if (plan.compare()) {
            scenes.add(new StockThreads());
        }
        scenes.addAll(
                List.of(
                        new Crowd(),
                        new Million(),
                        new Hog(),
                        new Shares(),
                        new Family(),
                        new Bomb(),
                        new Post(),
                        new Panic(),
                        new Hours(),
                        new Replay(),
                        new Leak(),
                        new NativeTasks(),
                        new Scripts()));
        return scenes;
    }

    private static boolean isTerminal() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }

    /** True if every claim held and the result, if asked for, was written. */
    public boolean run(Plan plan) {
        screen.say(
                "stint demo: %d s, seed %s, %d workers, Java %s"
                        .formatted(
                                plan.seconds(),
                                Text.seed(plan.seed()),
                                Stage.workers(),
                                Runtime.version()));
        var stage = new Stage(screen, plan.seed(), Duration.ofSeconds(plan.seconds()), patience);
        List<Verdict> verdicts = new ArrayList<>();
        Map<String, Object> skipped = new LinkedHashMap<>();
        for (Scene scene : scenes.apply(plan)) {
            screen.say("");
            screen.say(screen.ink().strong(scene.name()) + ": " + scene.claim());
            Optional<String> whyNot = scene.whyNot();
            if (whyNot.isPresent()) {
                screen.say("  skipped: " + whyNot.get());
                skipped.put(scene.name(), whyNot.get());
                continue;
            }
            Verdict verdict = play(scene, stage);
            verdict.notes().forEach(note -> screen.say("  | " + note));
            screen.say("  " + screen.ink().mark(verdict.held()) + " " + verdict.figure());
            verdicts.add(verdict);
        }
        boolean written =
                plan.json().map(file -> write(plan, file, verdicts, skipped)).orElse(true);
        return sumUp(plan, verdicts) && written;
    }

    /** On a thread of its own, so that a scene that hangs is left behind. */
    private Verdict play(Scene scene, Stage stage) {
        var findings = new Findings();
        long begun = System.nanoTime();
        Thread thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("demo-" + scene.name())
                        .start(() -> play(scene, stage, findings));
        Duration limit = stage.time().plus(patience.multipliedBy(2));
        try {
            if (!thread.join(limit)) {
                findings.failed("it hung; after " + limit.toSeconds() + " s it was " + at(thread));
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            findings.failed("the demo was interrupted");
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
        return findings.verdict(scene, (System.nanoTime() - begun) / 1_000_000);
    }

    private static void play(Scene scene, Stage stage, Findings findings) {
        try {
            scene.play(stage, findings);
        } catch (Throwable e) {
            // Of any kind: a scene that breaks must not look like one that holds.
            findings.failed(String.valueOf(e).lines().findFirst().orElse(""));
            for (StackTraceElement frame : e.getStackTrace()) {
                findings.note("at " + frame);
            }
        }
    }

    private static String at(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        return stack.length == 0 ? "gone" : "at " + stack[0];
    }

    private boolean sumUp(Plan plan, List<Verdict> verdicts) {
        List<List<String>> rows = new ArrayList<>();
        for (Verdict verdict : verdicts) {
            rows.add(List.of(verdict.scene(), verdict.claim(), verdict.figure()));
        }
        screen.say("");
        List<String> lines = Text.align(rows);
        for (int i = 0; i < lines.size(); i++) {
            screen.say(screen.ink().mark(verdicts.get(i).held()) + " " + lines.get(i));
        }
        List<String> broken = verdicts.stream().filter(v -> !v.held()).map(Verdict::scene).toList();
        screen.say("");
        screen.say(
                broken.isEmpty()
                        ? "all %d claims held".formatted(verdicts.size())
                        : screen.ink()
                                .bad(
                                        "%d of %d claims did not hold: %s; again: %s"
                                                .formatted(
                                                        broken.size(),
                                                        verdicts.size(),
                                                        String.join(", ", broken),
                                                        again(plan))));
        return broken.isEmpty();
    }

    private static String again(Plan plan) {
        return "./stint demo --seed "
                + Text.seed(plan.seed())
                + " --seconds "
                + plan.seconds()
                + (plan.weave() ? "" : " --no-weave")
                + (plan.compare() ? " --compare" : "");
    }

    private boolean write(
            Plan plan, Path file, List<Verdict> verdicts, Map<String, Object> skipped) {
        try {
            Files.writeString(file, Json.write(asJson(plan, verdicts, skipped)));
            return true;
        } catch (IOException e) {
            screen.say("");
            screen.say("the result could not be written: " + e);
            return false;
        }
    }

    private static Map<String, Object> asJson(
            Plan plan, List<Verdict> verdicts, Map<String, Object> skipped) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("version", Version.number());
        all.put("commit", Version.commit());
        all.put("java", Runtime.version().toString());
        all.put("seed", Text.seed(plan.seed()));
        all.put("seconds", plan.seconds());
        all.put("workers", Stage.workers());
        all.put("held", verdicts.stream().allMatch(Verdict::held));
        all.put("scenes", verdicts.stream().map(Programme::asJson).toList());
        all.put("skipped", skipped);
        return all;
    }

    private static Map<String, Object> asJson(Verdict verdict) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("scene", verdict.scene());
        one.put("claim", verdict.claim());
        one.put("held", verdict.held());
        one.put("figure", verdict.figure());
        one.put("millis", verdict.millis());
        one.put("numbers", verdict.numbers());
        one.put("notes", verdict.notes());
        return one;
    }
}
