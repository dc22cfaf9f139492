package dev.stint.testkit;

/** A failure in words. */
final class Report {
    private Report() {}

    static String of(SimResult result, SimFailure failure) {
        var text = new StringBuilder();
        text.append(result.config().name())
                .append(" failed on schedule ")
                .append(failure.schedule())
                .append(" of ")
                .append(result.config().schedules())
                .append("\n  seed ")
                .append(failure.seed())
                .append(", strategy ")
                .append(failure.strategy())
                .append(", step ")
                .append(failure.step())
                .append("\n  ")
                .append(failure.kind())
                .append(": ")
                .append(failure.summary())
                .append(failure.where());
        if (failure.trace() != null) {
            text.append("\n  replay ")
                    .append(
                            result.config()
                                    .replayCommand()
                                    .replace("{file}", failure.trace().toString()));
        }
        for (String line : failure.story()) {
            text.append("\n  ").append(line);
        }
        return text.toString();
    }
}
