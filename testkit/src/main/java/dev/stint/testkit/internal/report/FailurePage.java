package dev.stint.testkit.internal.report;

import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.result.Report;
import dev.stint.testkit.result.SimFailure;
import java.util.List;

/** The page about one failure: what went wrong, the timeline, the story, who was where. */
public final class FailurePage {
    /** Light unless the reader's system is dark. Classes, no variables: more programs know them. */
    private static final String STYLE =
            """
            html { color-scheme: light dark; }
            body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem;
              padding: 0 1rem; color: #1f2328; background: #ffffff; }
            h1 { font-size: 1.35rem; margin: 0 0 .25rem; }
            h2 { font-size: 1rem; margin: 1.75rem 0 .5rem; }
            p { margin: .25rem 0; }
            .verdict { color: #b42318; font-weight: 600; }
            .facts { color: #59636e; }
            pre { font: 13px/1.5 ui-monospace, monospace; background: #f6f8fa; padding: .75rem 1rem;
              border-radius: 6px; overflow-x: auto; margin: 0; }
            .drawing { overflow-x: auto; border: 1px solid #d1d9e0; border-radius: 6px;
              padding: .5rem; margin-top: 1rem; }
            svg { display: block; font: 12px system-ui, sans-serif; }
            .l { fill: #1f2328; } .m { fill: #59636e; font-size: 11px; }
            .on { fill: #ffffff; font-size: 11px; } .op { fill: #ffffff; }
            .lane { fill: #f6f8fa; } .lane.w { fill: #eaeef2; }
            .ready { fill: #9aa4af; }
            .wait { fill: #ffffff; stroke: #9aa4af; stroke-dasharray: 3 2; }
            .jump { fill: #dbeafe; } .gap { fill: #e4e8ec; }
            .link { fill: none; stroke: #59636e; stroke-width: 1.3; }
            .link.starts { stroke: #9aa4af; stroke-dasharray: 2 2; } .tip { fill: #59636e; }
            .cut { fill: #b42318; } .done { stroke: #1f2328; stroke-width: 2; fill: none; }
            .bad { stroke: #b42318; stroke-width: 3; fill: none; stroke-linecap: round; }
            .end { stroke: #b42318; stroke-width: 1.5; fill: none; }
            .c0 { fill: #2f6fb5; } .c1 { fill: #b85c1a; } .c2 { fill: #23805f; }
            .c3 { fill: #a03f86; } .c4 { fill: #85651a; } .c5 { fill: #5b57c2; }
            .c6 { fill: #1f7f94; } .c7 { fill: #8a4b3c; } .c8 { fill: #59636e; }
            @media (prefers-color-scheme: dark) {
              body { color: #e6edf3; background: #0d1117; }
              .verdict { color: #ff7b72; } .facts { color: #9198a1; }
              pre { background: #161b22; } .drawing { border-color: #30363d; }
              .l { fill: #e6edf3; } .m { fill: #9198a1; } .on, .op { fill: #0d1117; }
              .lane { fill: #161b22; } .lane.w { fill: #1f262e; }
              .ready { fill: #6e7681; } .wait { fill: #0d1117; stroke: #6e7681; }
              .jump { fill: #1c3355; } .gap { fill: #2a3038; }
              .link { stroke: #9198a1; } .link.starts { stroke: #6e7681; }
              .tip { fill: #9198a1; }
              .cut { fill: #ff7b72; } .done { stroke: #e6edf3; }
              .bad, .end { stroke: #ff7b72; }
              .c0 { fill: #6cb0f5; } .c1 { fill: #f0a15e; } .c2 { fill: #5cc99d; }
              .c3 { fill: #e08bcb; } .c4 { fill: #d6b656; } .c5 { fill: #a5a1ff; }
              .c6 { fill: #5cc3d8; } .c7 { fill: #dd9a89; } .c8 { fill: #9198a1; }
            }
            """;

    private static final String LEGEND =
            "Bars: runs; a dot is an operation. Thin line: could run. Dashed: waits. Red triangle:"
                + " interrupted, although it could have gone on. Arrows: wakes; dashed, starts."
                + " Upright line at the end of a bar: ended. Blue band: the virtual clock goes on."
                + " Point at something to see where in the source it happens.";

    private FailurePage() {}

    public static String of(SimConfig config, SimFailure failure, RunOutline outline) {
        var report = new Report(config, failure);
        String verdict = failure.kind() + ": " + Story.shortened(failure.summary());
        var page = new StringBuilder();
        page.append("<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n")
                .append("<head><meta charset=\"utf-8\"/><title>")
                .append(escaped(config.name()))
                .append("</title>\n<style>\n")
                .append(STYLE)
                .append("</style></head>\n<body>\n<h1>")
                .append(escaped(report.headline()))
                .append("</h1>\n<p class=\"verdict\">")
                .append(escaped(verdict))
                .append("</p>\n<p class=\"facts\">")
                .append(escaped(report.facts()))
                .append("</p>\n<div class=\"drawing\">\n")
                .append(Timeline.of(outline, verdict))
                .append("</div>\n<p class=\"facts\">")
                .append(escaped(LEGEND))
                .append("</p>\n");
        section(page, report.storyHeading(), failure.story());
        section(page, report.whereHeading(), List.of(failure.where()));
        section(page, "To see it again", List.of(report.command()));
        return page.append("</body>\n</html>\n").toString();
    }

    private static void section(StringBuilder page, String heading, List<String> lines) {
        page.append("<h2>")
                .append(escaped(heading))
                .append("</h2>\n<pre>")
                .append(escaped(String.join("\n", lines)))
                .append("</pre>\n");
    }

    /** As text or attribute of XML; what XML has no place for becomes a question mark. */
    static String escaped(String text) {
        var out = new StringBuilder();
        text.codePoints()
                .forEach(
                        c -> {
                            switch (c) {
                                case '&' -> out.append("&amp;");
                                case '<' -> out.append("&lt;");
                                case '>' -> out.append("&gt;");
                                case '"' -> out.append("&quot;");
                                default -> out.appendCodePoint(isInXml(c) ? c : '?');
                            }
                        });
        return out.toString();
    }

    private static boolean isInXml(int c) {
        return c == '\n'
                || c == '\t'
                || (c >= ' ' && c < 0x7F)
                || (c >= 0xA0 && c < 0xD800)
                || (c >= 0xE000 && c < 0xFFFE)
                || c >= 0x10000;
    }
}
