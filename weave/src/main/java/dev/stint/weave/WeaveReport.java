package dev.stint.weave;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * The report on a weaving: of a jar, or of the classes that a program has loaded so far.
 *
 * @param subject the name of what was woven, for people
 * @param classes the woven classes, in the order of their names
 * @param refused the refusals, in the order of their classes' names
 * @param members what throws in woven classes when it is reached; what can be reached first
 * @param unpriced the methods outside that cost 1 operation and may do much; the most called first
 */
public record WeaveReport(
        String subject,
        List<ClassReport> classes,
        List<Refusal> refused,
        List<RefusedMember> members,
        List<UnpricedCall> unpriced) {
    public WeaveReport {
        classes = List.copyOf(classes);
        refused = List.copyOf(refused);
        members = List.copyOf(members);
        unpriced = List.copyOf(unpriced);
    }

    /** A report on classes in any order. The unpriced calls are found in them. */
    public static WeaveReport of(String subject, List<ClassReport> classes, List<Refusal> refused) {
        return of(subject, classes, refused, _ -> true);
    }

    /**
     * The same.
     *
     * @param reachable whether what throws can be reached from where the program is entered
     */
    static WeaveReport of(
            String subject,
            List<ClassReport> classes,
            List<Refusal> refused,
            Predicate<Refusal> reachable) {
        return new WeaveReport(
                subject,
                classes.stream().sorted(Comparator.comparing(ClassReport::name)).toList(),
                refused.stream().sorted(Comparator.comparing(Refusal::className)).toList(),
                RefusedMembers.in(classes, reachable),
                UnpricedCalls.in(classes));
    }

    /**
     * A method that is called without a price, though its work is not known to be bounded.
     *
     * @param method its class and its name with the types of its parameters
     * @param sites how many places call it
     */
    public record UnpricedCall(String method, int sites) {}

    /**
     * A member outside that woven code uses and must not, so that it throws there.
     *
     * @param member such as {@code java.lang.System.exit(int)}; empty if the code itself is meant
     * @param reason what is wrong and what to do about it, in words that go on after who does it
     * @param rule the lines of a file of rules that would open it; empty if none would
     * @param missing the class that is not there, if that is the reason; otherwise empty
     * @param callers who uses it
     */
    public record RefusedMember(
            String member, String reason, String rule, String missing, List<Caller> callers) {
        public RefusedMember {
            callers = List.copyOf(callers);
        }

        /** True if one of its callers can be reached from where the program is entered. */
        public boolean isReachable() {
            return callers.stream().anyMatch(Caller::reachable);
        }
    }

    /**
     * A class that woven code uses and that is not there, so that it throws {@link
     * NoClassDefFoundError} there, as it would anywhere.
     *
     * @param name of the class, with dots
     * @param members how many of its members are used, the class itself included
     * @param callers who uses it
     */
    public record MissingClass(String name, int members, List<Caller> callers) {
        public MissingClass {
            callers = List.copyOf(callers);
        }

        /** True if one of its callers can be reached from where the program is entered. */
        public boolean isReachable() {
            return callers.stream().anyMatch(Caller::reachable);
        }
    }

    /** The classes that are not there, what can be reached and is most used first. */
    public List<MissingClass> missingClasses() {
        return RefusedMembers.missing(members);
    }

    /**
     * A method of a woven class.
     *
     * @param className with dots
     * @param method its name with the types of its parameters
     * @param reachable from the main class of the jar, or else from its public and protected
     *     methods, rather too often than too seldom; not by reflection
     */
    public record Caller(String className, String method, boolean reachable) {}

    /** True if no class was refused. */
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
