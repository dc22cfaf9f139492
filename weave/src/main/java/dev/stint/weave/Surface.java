package dev.stint.weave;

/** What woven code may use outside of the classes that are woven with it, and what that costs. */
public interface Surface {
    /**
     * The ruling about a method that the code calls, or has a handle to.
     *
     * @param owner the class that declares it, in its internal name; for an inherited one that of
     *     the ancestor, not the one that the code names. Arrays have their own, such as {@code [I}
     * @param descriptor such as {@code (I)Ljava/lang/String;}
     */
    Ruling ofMethod(String owner, String name, String descriptor);

    /** The ruling about a field. */
    Ruling ofField(String owner, String name, String descriptor);

    /** The ruling about setting a field: {@code Refused}, or that of {@link #ofField}. */
    default Ruling ofAssignment(String owner, String name, String descriptor) {
        return ofField(owner, name, descriptor);
    }

    /**
     * The ruling about a class that the code names: makes, casts to, extends, has a constant of. If
     * it is replaced, an object of another class is made wherever the code makes one of this: the
     * owner of the replacement, which extends it and has the same constructors. The code must not
     * extend such a class.
     */
    Ruling ofClass(String internalName);

    /**
     * The ruling about a method outside that the code overrides or implements, also by a lambda. A
     * price is one for its result: see {@link Ruling.Priced}.
     */
    default Ruling ofOverride(String owner, String name, String descriptor) {
        return Ruling.Allowed.RULING;
    }

    /** Whether code is checked, when it enters a monitor, to use one that nobody else can reach. */
    default boolean guardsMonitors() {
        return true;
    }

    /**
     * The surface for code that is trusted but metered: everything is allowed and nothing has a
     * price.
     */
    static Surface open() {
        return OpenSurface.INSTANCE;
    }

    /**
     * The surface for a tenant that nobody trusts: what it may use of the JDK, and what that costs.
     */
    static TableSurface ofTenant() {
        return TableSurface.ofTenant();
    }
}
