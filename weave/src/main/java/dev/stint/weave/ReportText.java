package dev.stint.weave;

import dev.stint.weave.internal.plan.ReferenceRules;
import java.util.List;
import java.util.Locale;

/** A report as text for people. */
final class ReportText {
    /** Of a class that is not there; all are in the JSON. */
    private static final int SHOWN_CALLERS = 3;

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
        missing(report.missingClasses());
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
        List<WeaveReport.RefusedMember> refused =
                members.stream().filter(member -> member.missing().isEmpty()).toList();
        if (refused.isEmpty()) {
            return;
        }
        long reachable = refused.stream().filter(WeaveReport.RefusedMember::isReachable).count();
        line(
                "throws when it is reached: "
                        + count(refused.size(), "member", "members")
                        + ", "
                        + number(reachable)
                        + " of them from where the program is entered");
        for (WeaveReport.RefusedMember member : refused) {
            line((member.isReachable() ? "  " : "  not reached: ") + member.reason());
            member.callers().forEach(this::caller);
            if (!member.rule().isEmpty()) {
                line("      rule: " + member.rule().replace("\n", "\n            "));
            }
        }
    }

    private void caller(WeaveReport.Caller caller) {
        line(
                "      in "
                        + caller.className()
                        + (caller.method().isEmpty() ? "" : "." + caller.method())
                        + (caller.reachable() ? "" : ", not reached"));
    }

    private void missing(List<WeaveReport.MissingClass> classes) {
        if (classes.isEmpty()) {
            return;
        }
        line(
                "not there: "
                        + count(classes.size(), "class", "classes")
                        + " of neither the jars of the program nor the JDK; code that comes there"
                        + " gets a NoClassDefFoundError. "
                        + ReferenceRules.MISSING_REMEDY);
        for (WeaveReport.MissingClass one : classes) {
            List<WeaveReport.Caller> callers = one.callers();
            line(
                    (one.isReachable() ? "  " : "  not reached: ")
                            + one.name()
                            + ", "
                            + count(one.members(), "member", "members")
                            + " in "
                            + count(callers.size(), "method", "methods"));
            callers.stream().limit(SHOWN_CALLERS).forEach(this::caller);
            if (callers.size() > SHOWN_CALLERS) {
                line("      and " + number(callers.size() - SHOWN_CALLERS) + " more, see --json");
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
