package dev.stint.host.demo;

import java.io.PrintWriter;
import java.util.Map;

/** Where the demo tells what it does: lines that stay, and a picture that changes. */
interface Screen {
    /** Writes a line that stays. */
    void say(String line);

    /** Shows the present state; a terminal draws it in place of the last one. */
    void show(Picture picture);

    /** Shows a state that stays. */
    void keep(Picture picture);

    Ink ink();

    /** A live screen on a terminal, plain lines elsewhere: in a pipe, a file, a build log. */
    static Screen on(PrintWriter out, boolean isTerminal, Map<String, String> environment) {
        String kind = environment.getOrDefault("TERM", "");
        if (!isTerminal || kind.isEmpty() || kind.equals("dumb")) {
            return new PlainScreen(out);
        }
        boolean colourless = !environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new LiveScreen(out, colourless ? Ink.PLAIN : Ink.COLOUR);
    }
}
