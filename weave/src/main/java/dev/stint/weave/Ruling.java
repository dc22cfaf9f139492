package dev.stint.weave;

import java.lang.constant.ClassDesc;

/** What becomes of a reference of woven code to a member of a class outside of it. */
public sealed interface Ruling {
    /** It stands as it is. A call costs one operation. */
    record Allowed() implements Ruling {
        public static final Allowed RULING = new Allowed();
    }

    /**
     * A call stands, and before it a static method is called with the same receiver and arguments,
     * which pays by their size or refuses by throwing. Of a constructor it gets the arguments only.
     * It returns nothing.
     */
    record Priced(ClassDesc owner, String name) implements Ruling {}

    /**
     * A call becomes one of a static method with the same receiver and arguments and the same
     * result. Not for constructors.
     */
    record Replaced(ClassDesc owner, String name) implements Ruling {}

    /** The class that refers to it is refused. */
    record Refused(String reason) implements Ruling {}
}
