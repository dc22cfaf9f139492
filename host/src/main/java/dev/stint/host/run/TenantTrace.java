package dev.stint.host.run;

import dev.stint.error.CapabilityRefusedException;
import dev.stint.hooks.Foreign;
import dev.stint.host.text.Printable;
import dev.stint.weave.WeaveRefusedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Stack traces as the author of a program wants them: from where it threw up to its main method,
 * without what called that and without what was woven in.
 */
final class TenantTrace {
    private static final int MOST_FRAMES = 1000;

    /** A program can have as many causes of causes as it likes to pay for, and we a stack. */
    private static final int MOST_LEVELS = 100;

    /** Of what was suppressed there may be many at each level. */
    private static final int MOST_THROWN = 1000;

    private static final String WOVEN = "stint$";

    private final String loader;
    private final List<String> lines = new ArrayList<>();
    private final Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private TenantTrace(String loader) {
        this.loader = loader;
    }

    /**
     * The lines of a trace.
     *
     * @param loader name of the loader of the program's classes
     */
    static List<String> of(Throwable thrown, String loader) {
        var trace = new TenantTrace(loader);
        trace.write("", "", thrown, MOST_LEVELS);
        return trace.lines;
    }

    private void write(String indent, String before, Throwable thrown, int levels) {
        if (levels == 0 || seen.size() == MOST_THROWN) {
            lines.add(indent + before + "[more than is shown]");
            return;
        }
        if (!seen.add(thrown)) {
            lines.add(indent + before + "[as above]");
            return;
        }
        lines.add(indent + before + inWords(thrown));
        List<StackTraceElement> frames =
                Foreign.answers(thrown, "getStackTrace") ? own(thrown.getStackTrace()) : List.of();
        for (StackTraceElement frame : frames.subList(0, Math.min(frames.size(), MOST_FRAMES))) {
            lines.add(indent + "\tat " + inWords(frame));
        }
        if (frames.size() > MOST_FRAMES) {
            lines.add(indent + "\t... " + (frames.size() - MOST_FRAMES) + " more");
        }
        if (thrown instanceof WeaveRefusedException) {
            return; // its causes are from inside of the weaver
        }
        for (Throwable suppressed : thrown.getSuppressed()) {
            write(indent + "\t", "Suppressed: ", suppressed, levels - 1);
            if (seen.size() == MOST_THROWN) {
                break;
            }
        }
        Throwable cause = Foreign.answers(thrown, "getCause") ? thrown.getCause() : null;
        if (cause != null) {
            write(indent, "Caused by: ", cause, levels - 1);
        }
    }

    /** What was thrown and its message, fit to be printed in lines of ours. */
    static String inWords(Throwable thrown) {
        String words =
                switch (thrown) {
                    // That one says everything in its message.
                    case WeaveRefusedException refused -> String.valueOf(refused.getMessage());
                    case CapabilityRefusedException refused -> withAdvice(refused.toString());
                    default -> Foreign.inWords(thrown);
                };
        return Printable.of(words);
    }

    /** The runtime speaks to who has opened the scheduler; here that is the command line. */
    private static String withAdvice(String words) {
        String option =
                words.contains("CapSockets")
                        ? "--connect HOST:PORT"
                        : "--allow read=FOLDER, or --allow files=FOLDER to write, too";
        String advice = " Give it the right: " + option + ".";
        return words.contains("CapSockets") || words.contains("CapFiles")
                ? words.replace(
                                " Give it one that the tenant issued:"
                                        + " TaskOptions.withCapabilities(...).",
                                advice)
                        .replace(" Ask for one that allows more.", advice)
                : words;
    }

    private List<StackTraceElement> own(StackTraceElement[] frames) {
        int end = frames.length;
        while (end > 0 && !loader.equals(frames[end - 1].getClassLoaderName())) {
            end--;
        }
        return Arrays.stream(frames, 0, end)
                .filter(frame -> !frame.getClassName().startsWith("dev.stint."))
                .filter(frame -> !frame.getMethodName().startsWith(WOVEN))
                .toList();
    }

    /** Without the name of the loader, which is the same in all. */
    private static String inWords(StackTraceElement frame) {
        String place =
                frame.getFileName() == null
                        ? "Unknown Source"
                        : frame.getFileName()
                                + (frame.getLineNumber() < 0 ? "" : ":" + frame.getLineNumber());
        return Printable.of(frame.getClassName() + "." + frame.getMethodName() + "(" + place + ")");
    }
}
