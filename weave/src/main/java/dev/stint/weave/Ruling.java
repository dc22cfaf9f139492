package dev.stint.weave;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/** What the surface decides about one reference of woven code to a member outside of it. */
public sealed interface Ruling {
    /** The reference stays as it is. A call costs one operation. */
    record Allowed() implements Ruling {
        public static final Allowed RULING = new Allowed();
    }

    /**
     * The call stays, and a static method is called before it: the price function. It pays by the
     * size of what is passed, or refuses by throwing.
     *
     * <p>The price function gets the last of the values that the call takes, receiver first: as
     * many as it has parameters, perhaps none, perhaps all, but never the new object of a
     * constructor. Its parameters have the same types as these values, or supertypes. If it returns
     * something, that has the type of the last value and is passed on in its place.
     *
     * <p>For a method that woven code overrides, the price is one for the result: what the
     * overriding method returns is first passed through the price function.
     */
    record Priced(ClassDesc owner, String name, MethodTypeDesc type) implements Ruling {}

    /**
     * A static method is called instead. It takes the receiver and the arguments and returns the
     * same type, or a subtype.
     *
     * <p>Reading a static field becomes a call of a static method without arguments. A constructor
     * gets the result of such a method as one more argument: {@code new Random()} becomes {@code
     * new Random(method())}. If the method takes what the constructor takes, and returns its class,
     * then it gives the object: {@code new URL(text)} becomes {@code method(text)}.
     */
    record Replaced(ClassDesc owner, String name, MethodTypeDesc type) implements Ruling {}

    /**
     * The reference is not allowed. Code that would use it is refused, or throws when it gets
     * there. A class that extends what it must not is always refused.
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
