package dev.stint.weave.internal.emit;

import dev.stint.weave.internal.flow.Block;
import dev.stint.weave.internal.flow.Body;
import dev.stint.weave.internal.flow.Flow;
import dev.stint.weave.internal.flow.Handlers;
import dev.stint.weave.internal.flow.Regions;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.constantpool.ClassEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The exception table of a woven method.
 *
 * <p>The ranges of the old table stay, with two changes. The charge at the entry of a handler is
 * not covered by that same handler, nor is a release handler by itself (see {@link Handlers}). And
 * what is thrown out of a region that counts in a variable takes a detour to its handler, which
 * books what was counted.
 */
final class ExceptionTable {
    private record Line(Label start, Label end, Label handler, Optional<ClassEntry> type) {}

    private final Body body;
    private final Flow flow;
    private final Handlers handlers;
    private final Regions regions;
    private final LabelMap places;
    private final List<Line> lines = new ArrayList<>();
    private final Map<Integer, Label> detours = new TreeMap<>(); // by handler
    private boolean coversRegions;

    ExceptionTable(Body body, Flow flow, Handlers handlers, Regions regions, LabelMap places) {
        this.body = body;
        this.flow = flow;
        this.handlers = handlers;
        this.regions = regions;
        this.places = places;
        for (Body.Range range : body.ranges()) {
            places.before(range.handler()); // also for coverLike, which comes too late to bind it
            split(range);
        }
    }

    /** By handler, the labels of the detours that book before it is entered. */
    Map<Integer, Label> detours() {
        return detours;
    }

    /** Cuts a range at what is to be left out, and where its target changes. */
    private void split(Body.Range range) {
        Line open = null;
        int end = Math.min(range.end(), body.size());
        int at = range.start();
        while (at < end) {
            Block block = flow.blockAt(at);
            int next = Math.min(block.end(), end);
            int from = at;
            while (from < next && handlers.isCutOut(from, range)) {
                from++;
            }
            if (from < next) {
                boolean ownEntry = from == range.handler() && handlers.isCharged(block);
                Label start = ownEntry ? places.afterEntry(from) : places.before(from);
                Label target = targetOf(range, block);
                boolean goesOn = open != null && open.end == start && open.handler == target;
                if (open != null && !goesOn) {
                    lines.add(open);
                }
                Label first = open != null && goesOn ? open.start : start;
                open = new Line(first, places.before(next), target, range.type());
            }
            at = next;
        }
        if (open != null) {
            lines.add(open);
        }
    }

    private Label targetOf(Body.Range range, Block from) {
        var region = regions.of(from);
        if (region == null || region == regions.of(flow.blockAt(range.handler()))) {
            return places.before(range.handler());
        }
        return detours.computeIfAbsent(range.handler(), _ -> places.newLabel());
    }

    /**
     * Covers new code like the instruction that it goes on to. A charge in it may throw while a
     * monitor is held; without a handler that gives it back the JVM would not compile the method.
     */
    void coverLike(int index, Label start, Label end) {
        boolean released = false;
        for (Body.Range range : body.ranges()) {
            if (range.covers(index)) {
                Label handler = places.before(range.handler());
                lines.add(new Line(start, end, handler, range.type()));
                released |= range.handler() == index;
            }
        }
        if (!released && handlers.isRelease(flow.blockAt(index))) {
            lines.add(new Line(start, end, places.before(index), Optional.empty()));
        }
    }

    /** Covers the regions of the method where nothing else does. For before the code is written. */
    void coverRegions(Label handler) {
        int start = -1;
        for (Block block : flow.blocks()) {
            boolean covered = regions.of(block) != null && MayThrow.isIn(block, body);
            if (covered && start < 0) {
                start = block.start();
            } else if (!covered && start >= 0) {
                cover(start, block.start(), handler);
                start = -1;
            }
        }
        if (start >= 0) {
            cover(start, body.size(), handler);
        }
    }

    /** Covers the whole method where nothing else does. */
    void coverAll(Label start, Label handler) {
        lines.add(new Line(start, handler, handler, Optional.empty()));
    }

    /** True if something in the regions may throw. */
    boolean coversRegions() {
        return coversRegions;
    }

    private void cover(int start, int end, Label handler) {
        coversRegions = true;
        lines.add(new Line(places.before(start), places.before(end), handler, Optional.empty()));
    }

    void writeTo(CodeBuilder code) {
        for (Line line : lines) {
            if (line.type.isPresent()) {
                code.exceptionCatch(line.start, line.end, line.handler, line.type.get());
            } else {
                code.exceptionCatchAll(line.start, line.end, line.handler);
            }
        }
    }
}
