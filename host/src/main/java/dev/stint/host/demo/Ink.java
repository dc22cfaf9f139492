package dev.stint.host.demo;

/** Colour, where the terminal has it and the user wants it. */
enum Ink {
    PLAIN,
    COLOUR;

    String strong(String text) {
        return paint("1", text);
    }

    String faint(String text) {
        return paint("2", text);
    }

    String good(String text) {
        return paint("32", text);
    }

    String bad(String text) {
        return paint("1;31", text);
    }

    /** A tick or a cross. */
    String mark(boolean held) {
        return held ? good("✓") : bad("✗");
    }

    private String paint(String code, String text) {
        return this == PLAIN ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
