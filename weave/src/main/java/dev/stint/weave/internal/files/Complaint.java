package dev.stint.weave.internal.files;

/**
 * What the JDK says is wrong with a class file, in a line. It adds a listing of all the code to
 * that, which nobody wants to read.
 */
public final class Complaint {
    private static final int LONGEST = 500;

    private Complaint() {}

    /** The first line of what an exception says, as far as it is of use. */
    public static String of(Exception e) {
        String all = String.valueOf(e.getMessage());
        int end = all.indexOf('\n');
        String line = end < 0 ? all : all.substring(0, end).strip();
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + " ...";
    }
}
