package dev.stint.weave;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * The report on a weaving: of a jar, or of the classes that a program has loaded so far.
 *
 * @param subject the name of what was woven, for people
 * @param classes the woven classes, in the order of their names
 * @param refused the refusals, in the order of their classes' names
 * @param unpriced the methods outside that cost 1 operation and may do much; the most called first
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

    /** A report on classes in any order. The unpriced calls are found in them. */
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

    /** The sum of one figure over all woven classes. */
    public long sum(ToIntFunction<ClassReport> figure) {
        return classes.stream().mapToLong(figure::applyAsInt).sum();
    }

    /** The report for people, in lines that end with a line feed. */
    public String inWords() {
        return ReportText.of(this);
    }
}
