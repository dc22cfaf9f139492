package dev.stint.weave.internal.surface;

/** What the table of the surface says of a member. Every member that can be reached has one. */
public sealed interface MemberRule {
    /**
     * Its work has a bound that does not depend on what is passed; it costs the call.
     *
     * @param why it is so, where its code does not show it; may be empty
     */
    record Constant(String why) implements MemberRule {}

    /**
     * It works in steps, and each calls metered code, which pays for it.
     *
     * @param why it is so; may be empty
     */
    record Callback(String why) implements MemberRule {}

    /**
     * It is paid before it is done.
     *
     * @param price a formula, or the name of a function
     * @param where the line of the table, for messages
     */
    record Priced(String price, String where) implements MemberRule {}

    /** A function is called instead. */
    record Replaced(String function) implements MemberRule {}

    record Refused(String reason) implements MemberRule {}

    /** One word for lists. */
    default String word() {
        return switch (this) {
            case Constant(var why) -> "constant";
            case Callback(var why) -> "callback";
            case Priced(var price, var where) -> "priced " + price;
            case Replaced(var function) -> "replaced " + function;
            case Refused(var reason) -> "refused";
        };
    }
}
