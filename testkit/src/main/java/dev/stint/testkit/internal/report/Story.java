package dev.stint.testkit.internal.report;

import dev.stint.testkit.internal.report.RunOutline.Deed;
import dev.stint.testkit.internal.report.RunOutline.Gap;
import dev.stint.testkit.internal.report.RunOutline.Jump;
import dev.stint.testkit.internal.report.RunOutline.Leg;
import dev.stint.testkit.internal.report.RunOutline.Part;
import dev.stint.testkit.internal.report.RunOutline.Sort;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;

/**
 * A run in words: numbered steps, one for each time that a task runs without a switch. What goes
 * round in circles is told once, and the middle of a long story is left out.
 */
public final class Story {
    private static final int MOST_LINES = 60;
    private static final int MOST_DEEDS = 6; // in one line
    private static final int LONGEST_LOOP = 6; // in lines
    private static final int LONGEST_TEXT = 200;
    private static final String LEFT_OUT = "... ";

    private final RunOutline outline;

    private Story(RunOutline outline) {
        this.outline = outline;
    }

    /** A line of it, and how many steps it stands for. */
    private record Line(String text, int steps) {}

    /** The lines, the last of which says what went wrong. */
    public static List<String> of(RunOutline outline, String end) {
        var story = new Story(outline);
        List<String> steps = new ArrayList<>();
        for (Part part : outline.parts()) {
            String line = story.tell(part);
            if (!line.isEmpty()) {
                steps.add(line);
            }
        }
        List<Line> told = withoutLoops(steps);
        int left = told.size() <= MOST_LINES ? 0 : told.size() - (MOST_LINES - 1);
        List<String> lines = new ArrayList<>();
        int number = 1;
        int leftSteps = 0;
        for (int i = 0; i < told.size(); i++) {
            Line line = told.get(i);
            boolean isLeftOut = left > 0 && i >= MOST_LINES / 2 && i < MOST_LINES / 2 + left;
            if (isLeftOut) {
                leftSteps += line.steps;
            } else if (line.steps == 1) {
                lines.add(String.format(Locale.ROOT, "%3d %s", number, line.text));
            } else {
                lines.add("    " + line.text);
            }
            if (isLeftOut && i == MOST_LINES / 2 + left - 1) {
                lines.add("    " + LEFT_OUT + leftSteps + " steps left out ...");
            }
            number += line.steps;
        }
        lines.add("  ! " + end);
        return lines;
    }

    // ---- one line

    private String tell(Part part) {
        return switch (part) {
            case Gap gap -> LEFT_OUT + gap.left() + " events that were not kept ...";
            case Jump jump ->
                    "nothing can run: the clock goes on by "
                            + RunOutline.inWords(jump.then() - jump.nanos())
                            + wokenBy(jump);
            case Leg leg -> tell(leg);
        };
    }

    private String wokenBy(Jump jump) {
        var text = new StringBuilder();
        for (RunOutline.Link link : outline.links()) {
            if (link.column() == jump.from() && link.by() == RunLog.CLOCK) {
                text.append(text.isEmpty() ? " and wakes " : ", ").append(name(link.task()));
            }
        }
        return text.toString();
    }

    private String tell(Leg leg) {
        var words = new StringBuilder();
        var places = new Places();
        List<Deed> deeds = leg.deeds();
        int said = 0;
        int i = 0;
        while (i < deeds.size() && said < MOST_DEEDS) {
            Loop loop = Loop.at(deeds, i, Story::isSame);
            for (Deed deed : deeds.subList(i, i + loop.length())) {
                words.append(words.isEmpty() ? "" : ", ").append(outline.inWords(deed));
                words.append(places.of(deed.place()));
                said++;
            }
            if (loop.times() > 1) {
                words.append(loop.length() > 1 ? ", all this " : " ");
                words.append(loop.times()).append(" times");
            }
            i += loop.length() * loop.times();
        }
        if (i < deeds.size()) {
            words.append(" and ").append(deeds.size() - i).append(" more");
            words.append(lines(deeds.subList(i, deeds.size())));
        }
        String stop = stop(leg, places);
        if (words.isEmpty() && stop.isEmpty()) {
            return leg.task() == RunLog.BODY ? "" : name(leg.task()) + " goes on";
        }
        String join = words.isEmpty() || stop.isEmpty() ? "" : "; ";
        return name(leg.task()) + ": " + words + join + stop;
    }

    private static boolean isSame(Deed one, Deed other) {
        return one.sort() == other.sort()
                && one.what().equals(other.what())
                && one.other() == other.other()
                && one.place().equals(other.place());
    }

    private static String stop(Leg leg, Places places) {
        return switch (leg.stop()) {
            case INTERRUPTED ->
                    leg.on().isEmpty()
                            ? "is interrupted" + places.of(leg.where())
                            : "is interrupted before " + leg.on() + places.of(leg.where());
            case GAVE_WAY -> isYield(leg) ? "" : "gives way";
            case WAITS ->
                    (leg.on().isEmpty() ? "waits" : "waits for " + leg.on())
                            + places.of(leg.where());
            case WAITS_IN_JDK -> "waits inside the JDK";
            case ENDED -> "ends";
            case CANCELLED -> "ends, cancelled";
            case FAILED -> "fails with " + shortened(leg.on()) + places.of(leg.where());
            case NONE -> "";
        };
    }

    private static boolean isYield(Leg leg) {
        return !leg.deeds().isEmpty() && leg.deeds().getLast().what().endsWith(".yield");
    }

    /** Source places in one line of the story: the file once, the line only where it changes. */
    private static final class Places {
        private SourceLine last = SourceLine.NOWHERE;

        String of(SourceLine place) {
            if (!place.isKnown()) {
                return "";
            }
            SourceLine before = last;
            last = place;
            if (!before.file().equals(place.file())) {
                return " (" + place + ")";
            }
            return before.line() == place.line() ? "" : " (:" + place.line() + ")";
        }
    }

    /** Between which lines all this happens. */
    private static String lines(List<Deed> deeds) {
        int least = Integer.MAX_VALUE;
        int most = 0;
        String file = "";
        for (Deed deed : deeds) {
            if (deed.sort() == Sort.OPERATION && deed.place().line() > 0) {
                if (!file.isEmpty() && !file.equals(deed.place().file())) {
                    return "";
                }
                file = deed.place().file();
                least = Math.min(least, deed.place().line());
                most = Math.max(most, deed.place().line());
            }
        }
        if (file.isEmpty()) {
            return "";
        }
        return least == most
                ? " (" + file + ":" + least + ")"
                : " (" + file + " lines " + least + " to " + most + ")";
    }

    private String name(long task) {
        return outline.name(task);
    }

    public static String shortened(String text) {
        String flat = text.replaceAll("\\s+", " ").strip();
        return flat.length() <= LONGEST_TEXT ? flat : flat.substring(0, LONGEST_TEXT) + " ...";
    }

    // ---- loops

    /** Tells what repeats itself once, and how many times more it does. */
    private static List<Line> withoutLoops(List<String> steps) {
        List<Line> told = new ArrayList<>();
        int i = 0;
        while (i < steps.size()) {
            Loop loop = Loop.at(steps, i, String::equals);
            for (String step : steps.subList(i, i + loop.length())) {
                told.add(new Line(step, step.startsWith(LEFT_OUT) ? 0 : 1));
            }
            int more = loop.times() - 1;
            if (more > 0) {
                String what = loop.length() == 1 ? "the same" : "these " + loop.length() + " steps";
                String often = more == 1 ? "once more" : more + " times more";
                told.add(new Line(LEFT_OUT + what + " " + often, loop.length() * more));
            }
            i += loop.length() * loop.times();
        }
        return told;
    }

    /**
     * Something that repeats itself.
     *
     * @param length of what is repeated
     * @param times how often it is there; 1 if it is not repeated
     */
    private record Loop(int length, int times) {
        /** The shortest that begins here and is worth telling. */
        static <T> Loop at(List<T> all, int from, BiPredicate<T, T> isSame) {
            for (int length = 1; length <= LONGEST_LOOP; length++) {
                int same = 0;
                while (from + length + same < all.size()
                        && isSame.test(all.get(from + same), all.get(from + length + same))) {
                    same++;
                }
                int times = 1 + same / length;
                if (length * (times - 1) >= 2) { // otherwise saying so would not be shorter
                    return new Loop(length, times);
                }
            }
            return new Loop(1, 1);
        }
    }
}
