package dev.stint.weave.internal.files;

/**
 * What a class file may have of something that is gone through as a whole. Most of it is read anew
 * by reflection whenever that is asked, and a call of reflection cannot be stopped on its way.
 *
 * <p>Behind each is the most that was seen in the 268,000 classes of the JDK and some 600 jars.
 */
public enum FileLimit {
    /** Of a class, a field, a method or a record component; 3,365. */
    ANNOTATIONS(16_384, "bytes of annotations"),

    /** Of a class and all of its members; 119,258. */
    ANNOTATIONS_OF_CLASS(1 << 20, "bytes of annotations in all"),

    /** Strings that are made each time somebody asks for them. */
    TEXT_IN_ANNOTATIONS(
            1 << 15, "characters in annotations of parameters or components, or in a default"),

    /** Longer ones are refused elsewhere, too. */
    NAME_IN_ANNOTATIONS(1100, "characters in the name of a class in its annotations"),

    /** 5,827. */
    SIGNATURE(16_384, "characters of generic signature"),

    /** All are looked through for each variable in a signature; 24. */
    TYPE_PARAMETERS(128, "bounds of type parameters"),

    /** As text, each is written into the one around it; counted with the arrays beside it; 11. */
    TYPES_IN_TYPES(128, "generic types and arrays in each other"),

    /** 10. */
    EXCEPTIONS(255, "declared exceptions"),

    /** 414. */
    INNER_CLASSES(4096, "lines in its table of nested classes"),

    /** 181. */
    NEST_MEMBERS(4096, "members of its nest"),

    /** 40. */
    PERMITTED_SUBCLASSES(1024, "permitted subclasses"),

    /**
     * Of all methods; 174,000. Not for reflection: the weaver follows each line of a table from
     * each block in its range.
     */
    CAUGHT_CODE(4 << 20, "bytes of code in the ranges of its exception tables");

    private final long most;
    private final String what;

    FileLimit(long most, String what) {
        this.most = most;
        this.what = what;
    }

    public long most() {
        return most;
    }

    /**
     * What is wrong, in words that go on after "it".
     *
     * @param owner the member, in words; empty if it is the class
     */
    String complaint(long number, String owner) {
        return "has "
                + (owner.isEmpty() ? "" : owner + " with ")
                + number
                + ' '
                + what
                + ", and at most "
                + most
                + " are allowed";
    }
}
