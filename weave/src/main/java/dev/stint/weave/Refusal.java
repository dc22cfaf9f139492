package dev.stint.weave;

/** What a class or one of its methods does that it must not, in words that go on after its name. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String what;

    Refusal(String what) {
        super(what);
        this.what = what;
    }

    String what() {
        return what;
    }
}
