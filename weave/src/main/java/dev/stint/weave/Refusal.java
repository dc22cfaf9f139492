package dev.stint.weave;

import java.io.Serializable;
import java.util.Objects;

/**
 * Why a class is not woven: who does what it must not, what it does it with, and what to write
 * instead. It is made where the weaver finds it, learns on its way up in which method and class
 * that was, and is what users get to see: as an exception, in a report, in JSON.
 *
 * @param className the class, in its binary name with dots; empty as long as it is not known. For a
 *     file that is no class, what is known of it: its name in the jar
 * @param method the method of that class, such as {@code run(String)}; empty if the class itself is
 *     meant
 * @param member what the method or the class uses, such as {@code java.lang.System.exit(int)};
 *     empty if it is nothing outside
 * @param reason what is wrong, in words that go on after "it" or "method run()"
 * @param remedy what to do about it, as a sentence; empty if the reason says it or nothing can be
 *     done
 */
public record Refusal(String className, String method, String member, String reason, String remedy)
        implements Serializable {
    public Refusal {
        Objects.requireNonNull(className, "the class that is refused");
        Objects.requireNonNull(method, "the method that is refused");
        Objects.requireNonNull(member, "what it uses");
        Objects.requireNonNull(reason, "why it is refused");
        Objects.requireNonNull(remedy, "what to do about it");
    }

    /**
     * A refusal of what something is: of its form, its size or its kind.
     *
     * @param reason such as "is native, and what it does cannot be counted"
     */
    public static Refusal because(String reason) {
        return new Refusal("", "", "", reason, "");
    }

    /**
     * A refusal of what something does with a member of a class outside.
     *
     * @param does such as "calls"
     * @param why may begin with the member, which is not said twice then; or with "which" and the
     *     like
     */
    public static Refusal of(String does, String member, String why) {
        String known = member + " is ";
        String rest =
                why.startsWith(known)
                        ? ", which is " + why.substring(known.length())
                        : (goesOn(why) ? ", " : ": ") + why;
        return new Refusal("", "", member, does + " " + member + rest, "");
    }

    /** A refusal that follows from a ruling of the surface. */
    public static Refusal of(String does, String member, Ruling.Refused ruling) {
        return of(does, member, ruling.reason()).withRemedy(ruling.remedy());
    }

    private static boolean goesOn(String why) {
        return why.startsWith("which ") || why.startsWith("whose ") || why.startsWith("in whose ");
    }

    public Refusal withRemedy(String sentence) {
        return new Refusal(className, method, member, reason, sentence);
    }

    /** The same in a method; one that knows its method already keeps it. */
    public Refusal inMethod(String signature) {
        return method.isEmpty() ? new Refusal(className, signature, member, reason, remedy) : this;
    }

    /** The same in a class, whatever was thought before. */
    public Refusal inClass(String name) {
        return new Refusal(name, method, member, reason, remedy);
    }

    /** What is wrong, with who does it and what to do about it, for people. */
    public String inWords() {
        return (method.isEmpty() ? "it " : "method " + method + " ") + withoutCaller();
    }

    /** What is wrong and what to do about it, in words that go on after who does it. */
    public String withoutCaller() {
        return sentences(reason, remedy);
    }

    static String sentences(String reason, String remedy) {
        if (remedy.isEmpty()) {
            return reason;
        }
        return reason + (reason.endsWith(".") ? " " : ". ") + remedy;
    }
}
