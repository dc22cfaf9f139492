package dev.stint.weave;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/** What becomes of a reference of woven code to a member of a class outside of it. */
public sealed interface Ruling {
    /** It stands as it is. A call costs one operation. */
    record Allowed() implements Ruling {
        public static final Allowed RULING = new Allowed();
    }

    /**
     * A call stands, and before it a static method is called that pays by the size of what is
     * passed, or refuses by throwing.
     *
     * <p>It is given the last of the values that the call takes, receiver first, as many as it has
     * parameters: perhaps none, perhaps all; of a constructor never the new object. Its parameters
     * have the same types as these, or supertypes. If it returns something, that has the type of
     * the last value, and is passed on in place of it.
     *
     * <p>About a method that woven code overrides it means the result: what the overriding method
     * returns goes through the static method first, and has its type.
     */
    record Priced(ClassDesc owner, String name, MethodTypeDesc type) implements Ruling {}

    /**
     * A call becomes one of a static method that takes the receiver and the arguments and has the
     * same result, or one that is a subtype of it.
     *
     * <p>A static field that is read becomes a call of a static method without arguments. To a
     * constructor the result of such a method is passed as one argument more: {@code new Random()}
     * becomes {@code new Random(method())}.
     */
    record Replaced(ClassDesc owner, String name, MethodTypeDesc type) implements Ruling {}

    /**
     * It never happens. Code that would do it is refused, or throws when it comes there; a class
     * that is, or inherits, what it must not is refused.
     *
     * @param reason what forbids it
     * @param remedy what to do about it, as a sentence; empty if the reason says it
     */
    record Refused(String reason, String remedy) implements Ruling {
        public Refused(String reason) {
            this(reason, "");
        }

        /** The reason and the remedy, for people. */
        public String inWords() {
            return Refusal.sentences(reason, remedy);
        }
    }
}
