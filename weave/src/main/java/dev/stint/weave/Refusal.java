package dev.stint.weave;

/** What a class or one of its methods does that it must not, in words that go on after its name. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String what;

    public Refusal(String what) {
        super(what);
        this.what = what;
    }

    /**
     * Something was done with something that is not open.
     *
     * @param reason may begin with what it was done with, which is not said twice then
     */
    public static Refusal of(String does, String with, String reason) {
        String known = with + " is ";
        return new Refusal(
                does
                        + " "
                        + with
                        + (reason.startsWith(known)
                                ? ", which is " + reason.substring(known.length())
                                : ": " + reason));
    }

    public String what() {
        return what;
    }
}
