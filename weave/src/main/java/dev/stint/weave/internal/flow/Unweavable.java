package dev.stint.weave.internal.flow;

/** Why a method cannot be woven, in words that go on after "method x: ". */
public final class Unweavable extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String reason;

    public Unweavable(String reason) {
        super(reason);
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }
}
