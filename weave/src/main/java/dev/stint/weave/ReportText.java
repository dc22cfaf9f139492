package dev.stint.weave;

import java.util.List;
import java.util.Locale;

/** A report as text for people. */
final class ReportText {
    private final StringBuilder text = new StringBuilder();

    private ReportText() {}

    static String of(WeaveReport report) {
        return new ReportText().write(report);
    }

    private String write(WeaveReport report) {
        int woven = report.classes().size();
        line(
                report.subject()
                        + ": "
                        + count(woven, "class", "classes")
                        + " woven, "
                        + refused(report.refused().size()));
        if (woven > 0) {
            figures(report);
        }
        for (Refusal one : report.refused()) {
            line("refused " + one.className() + ": " + one.inWords());
        }
        members(report.members());
        unpriced(report.unpriced());
        return text.toString();
    }

    private static String refused(int count) {
        return count == 0 ? "none refused" : count(count, "class", "classes") + " refused";
    }

    private void figures(WeaveReport report) {
        figure("methods", report.sum(ClassReport::methods), "");
        figure("blocks", report.sum(ClassReport::blocks), "charged");
        figure(
                "loops",
                report.sum(ClassReport::backwardBranches),
                number(report.sum(ClassReport::loops)) + " of them count in a local variable");
        figure("calls", report.sum(ClassReport::calls), "");
        figure("allocations", report.sum(ClassReport::allocations), "");
        long unknown = report.sum(ClassReport::unknownSizes);
        if (unknown > 0) {
            figure("unknown", unknown, "sizes, of classes that were not found: 16 bytes each");
        }
        long in = report.sum(ClassReport::bytesIn);
        long out = report.sum(ClassReport::bytesOut);
        figure("bytes", in, "grew to " + number(out) + percent(in, out));
    }

    private static String percent(long in, long out) {
        return in == 0 ? "" : String.format(Locale.ROOT, ", %+.1f %%", (out - in) * 100.0 / in);
    }

    private void figure(String name, long amount, String note) {
        String line = String.format(Locale.ROOT, "  %-12s %,12d  %s", name, amount, note);
        line(line.stripTrailing());
    }

    private void members(List<WeaveReport.RefusedMember> members) {
        if (members.isEmpty()) {
            return;
        }
        long reachable = members.stream().filter(WeaveReport.RefusedMember::isReachable).count();
        line(
                "throws when it is reached: "
                        + count(members.size(), "member", "members")
                        + ", "
                        + number(reachable)
                        + " of them from where the program is entered");
        for (WeaveReport.RefusedMember member : members) {
            line((member.isReachable() ? "  " : "  not reached: ") + member.reason());
            for (WeaveReport.Caller caller : member.callers()) {
                line(
                        "      in "
                                + caller.className()
                                + (caller.method().isEmpty() ? "" : "." + caller.method())
                                + (caller.reachable() ? "" : ", not reached"));
            }
            if (!member.rule().isEmpty()) {
                line("      rule: " + member.rule().replace("\n", "\n            "));
            }
        }
    }

    private void unpriced(List<WeaveReport.UnpricedCall> calls) {
        if (calls.isEmpty()) {
            return;
        }
        int sites = calls.stream().mapToInt(WeaveReport.UnpricedCall::sites).sum();
        line(
                "unpriced: "
                        + count(calls.size(), "method", "methods")
                        + " of the JDK, called at "
                        + count(sites, "place", "places")
                        + ", cost 1 operation however much they do");
        for (WeaveReport.UnpricedCall call : calls) {
            line(String.format(Locale.ROOT, "  %,6d  %s", call.sites(), call.method()));
        }
    }

    private static String count(long n, String one, String many) {
        return number(n) + " " + (n == 1 ? one : many);
    }

    private static String number(long n) {
        return String.format(Locale.ROOT, "%,d", n);
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
