package dev.stint.language.diagnostic;

/** How bad it is. Only an error keeps a script from being run. */
public enum Severity {
    ERROR("error"),
    WARNING("warning");

    private final String inWords;

    Severity(String inWords) {
        this.inWords = inWords;
    }

    public String inWords() {
        return inWords;
    }
}
