package dev.stint.host.sim;

import dev.stint.testkit.result.SimFailedError;
import dev.stint.testkit.result.SimFailure;
import dev.stint.testkit.result.SimResult;
import java.util.LinkedHashMap;
import java.util.Map;

/** What came of an exploration, for people and as JSON. */
public final class Finding {
    private Finding() {}

    /** As a map to be written as JSON. */
    public static Map<String, Object> of(SimResult result) {
        Map<String, Object> finding = new LinkedHashMap<>();
        finding.put("name", result.config().name());
        finding.put("green", result.isGreen());
        finding.put("strategy", result.config().strategy().name());
        finding.put("seed", result.config().seed());
        finding.put("schedules", result.schedules());
        finding.put("distinct", result.distinct());
        finding.put("complete", result.complete());
        finding.put("steps", result.steps());
        finding.put("millis", result.elapsed().toMillis());
        finding.put("schedulesPerSecond", Math.round(result.schedulesPerSecond()));
        finding.put("uncontrolled", result.uncontrolled());
        result.failure().ifPresent(failure -> finding.put("failure", of(failure)));
        return finding;
    }

    private static Map<String, Object> of(SimFailure failure) {
        Map<String, Object> finding = new LinkedHashMap<>();
        finding.put("kind", failure.kind().name());
        finding.put("schedule", failure.schedule());
        finding.put("step", failure.step());
        finding.put("summary", failure.summary());
        finding.put("story", failure.story());
        failure.trace().ifPresent(trace -> finding.put("trace", trace.toString()));
        return finding;
    }

    /** As a test would fail with it; empty if it was green. */
    public static String inWords(SimResult result) {
        try {
            result.throwIfFailed();
            return "";
        } catch (SimFailedError e) {
            return String.valueOf(e.getMessage()).strip();
        }
    }
}
