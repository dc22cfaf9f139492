package dev.stint.weave;

import java.util.Objects;

/** Thrown for a class that is not woven. It is not loaded, so nothing of it runs unmetered. */
public final class WeaveRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Refusal refusal;

    public WeaveRefusedException(Refusal refusal) {
        super(message(refusal));
        this.refusal = refusal;
    }

    public WeaveRefusedException(Refusal refusal, Throwable cause) {
        super(message(refusal), cause);
        this.refusal = refusal;
    }

    private static String message(Refusal refusal) {
        Objects.requireNonNull(refusal, "why the class is refused");
        return "class " + refusal.className() + " is refused: " + refusal.inWords();
    }

    /** All that is known of it. */
    public Refusal refusal() {
        return refusal;
    }

    /** The class, in its binary name with dots; a guess if the file does not say. */
    public String className() {
        return refusal.className();
    }

    /** Why, in words for people. */
    public String reason() {
        return refusal.inWords();
    }
}
