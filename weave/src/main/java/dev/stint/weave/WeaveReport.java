package dev.stint.weave;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * What weaving came to: of a jar, or of the classes that a program has loaded so far.
 *
 * @param subject what was woven, as it is named to people
 * @param classes those that were woven, in the order of their names
 * @param refused why the others were not, in the order of their names
 * @param unpriced methods outside that cost 1 operation and are not known to do little; the most
 *     called first
 */
public record WeaveReport(
        String subject,
        List<ClassReport> classes,
        List<Refusal> refused,
        List<UnpricedCall> unpriced) {
    public WeaveReport {
        classes = List.copyOf(classes);
        refused = List.copyOf(refused);
        unpriced = List.copyOf(unpriced);
    }

    /** A report of classes in any order, with what is unpriced in all of them. */
    public static WeaveReport of(String subject, List<ClassReport> classes, List<Refusal> refused) {
        return new WeaveReport(
                subject,
                classes.stream().sorted(Comparator.comparing(ClassReport::name)).toList(),
                refused.stream().sorted(Comparator.comparing(Refusal::className)).toList(),
                UnpricedCalls.in(classes));
    }

    /**
     * A method that is called without a price, though its work is not known to be bounded.
     *
     * @param method its class and its name with the types of its parameters
     * @param sites how many places call it
     */
    public record UnpricedCall(String method, int sites) {}

    /** True if nothing was refused. */
    public boolean isWhole() {
        return refused.isEmpty();
    }

    /** A figure of the classes that were woven, over all of them. */
    public long sum(ToIntFunction<ClassReport> figure) {
        return classes.stream().mapToLong(figure::applyAsInt).sum();
    }

    /** The report for people, in lines that end with a line feed. */
    public String inWords() {
        return ReportText.of(this);
    }
}
