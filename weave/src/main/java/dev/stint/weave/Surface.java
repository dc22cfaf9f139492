package dev.stint.weave;

/** What woven code may refer to outside of what is woven with it. */
public interface Surface {
    /**
     * About a method that the code calls, or has a handle to.
     *
     * @param owner the class that declares it, in its internal name; for an inherited one that of
     *     the ancestor, not the one that the code names. Arrays have their own, such as {@code [I}
     * @param descriptor such as {@code (I)Ljava/lang/String;}
     */
    Ruling ofMethod(String owner, String name, String descriptor);

    /** About a field. */
    Ruling ofField(String owner, String name, String descriptor);

    /** About setting a field: {@code Refused}, or as {@link #ofField}. */
    default Ruling ofAssignment(String owner, String name, String descriptor) {
        return ofField(owner, name, descriptor);
    }

    /**
     * About a class that the code names: makes, casts to, extends, has a constant of. One that is
     * replaced is never made: the owner of the replacement is, which extends it and has the same
     * constructors, in its place; and the code must not extend it.
     */
    Ruling ofClass(String internalName);

    /**
     * About a method of a class outside that the code overrides or implements, also by a lambda. A
     * price is one for what it returns: see {@link Ruling.Priced}.
     */
    default Ruling ofOverride(String owner, String name, String descriptor) {
        return Ruling.Allowed.RULING;
    }

    /** Whether it is checked that nobody else can reach a monitor which the code enters. */
    default boolean guardsMonitors() {
        return true;
    }

    /** Everything is allowed and nothing has a price: for code that is trusted but metered. */
    static Surface open() {
        return OpenSurface.INSTANCE;
    }

    /** What a tenant that nobody trusts may use of the JDK, and what that costs. */
    static TableSurface ofTenant() {
        return TableSurface.ofTenant();
    }
}
