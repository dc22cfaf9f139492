package dev.stint.language.internal.syntax;

import dev.stint.language.internal.tree.Decl;
import dev.stint.language.internal.tree.Script;
import dev.stint.language.internal.tree.Unit;
import dev.stint.language.profile.LanguageProfile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a script and the modules that it imports, and those that they import. */
public final class Units {
    private static final int MOST = 500;
    private static final int LARGEST = 16 << 20; // characters of all of them

    /** Finds the texts of modules. */
    @FunctionalInterface
    public interface Finder {
        /** The one of this path, such as {@code lib.shapes}; null if there is none. */
        @Nullable Found find(String path);
    }

    /** A text, and how messages call it. */
    public record Found(String name, String text) {}

    private final Reports reports;
    private final @Nullable LanguageProfile profile;
    private final Finder finder;
    private final Map<String, Unit> units = new LinkedHashMap<>();
    private final List<String> open = new ArrayList<>(); // from the script to where we are

    private Units(Reports reports, @Nullable LanguageProfile profile, Finder finder) {
        this.reports = reports;
        this.profile = profile;
        this.finder = finder;
    }

    /**
     * Reads the script of the reports, and what it imports.
     *
     * @param profile the one that the host sets, for all of them; null if each text may choose
     * @return the script first
     */
    public static List<Unit> read(
            Reports reports, @Nullable LanguageProfile profile, Finder finder) {
        var units = new Units(reports, profile, finder);
        units.visit(new Unit("", Parser.parse(reports, profile)));
        return List.copyOf(units.units.values());
    }

    /** The path of a module of one's own; null if it is one of the library. */
    public static @Nullable String own(Decl.Import written) {
        List<String> path = written.path();
        return path.isEmpty() || path.getFirst().equals("std") ? null : String.join(".", path);
    }

    private void visit(Unit unit) {
        units.put(unit.path(), unit);
        open.add(unit.path());
        for (Decl decl : unit.script().decls()) {
            if (decl instanceof Decl.Import written) {
                String path = own(written);
                if (path != null) {
                    imported(path, written, unit);
                }
            }
        }
        open.removeLast();
    }

    private void imported(String path, Decl.Import written, Unit by) {
        int circle = open.indexOf(path);
        if (circle >= 0) {
            List<String> members = new ArrayList<>(open.subList(circle, open.size()));
            members.add(path);
            reports.error(
                    "S4002",
                    written.span(),
                    "modules import each other in a circle: " + String.join(" -> ", members),
                    "move what both need into a module of its own");
            return;
        }
        if (!units.containsKey(path)) {
            Found found = finder.find(path);
            if (found == null) {
                return; // the checker says so
            }
            boolean isTooMuch =
                    units.size() >= MOST
                            || reports.source().text().length() + found.text().length() > LARGEST;
            if (isTooMuch) {
                reports.error(
                        "S4001",
                        written.span(),
                        "a script has at most %d modules, and %d characters in all"
                                .formatted(MOST, LARGEST));
                return;
            }
            int start = reports.source().append(found.name(), found.text());
            visit(new Unit(path, Parser.parse(reports, profile, start)));
        }
        Unit target = units.get(path);
        if (target != null) {
            ensureAllowed(written, by.script(), target);
        }
    }

    /** Lower profiles do not import higher ones, and nobody but scripts imports scripts. */
    private void ensureAllowed(Decl.Import written, Script by, Unit target) {
        LanguageProfile theirs = target.script().profile();
        if (theirs == LanguageProfile.SCRIPT && by.profile() != LanguageProfile.SCRIPT) {
            reports.error(
                    "S4003",
                    written.span(),
                    "the module '%s' is of profile ':script', which only scripts import"
                            .formatted(target.path()),
                    "write another profile into it, such as {.profile: core.}");
        } else if (!by.profile().includes(theirs)) {
            reports.error(
                    "S4003",
                    written.span(),
                    "the module '%s' is of profile ':%s', which ':%s' cannot import"
                            .formatted(target.path(), theirs.word(), by.profile().word()),
                    "write {.profile: %s.} as the first thing in this file"
                            .formatted(theirs.word()));
        }
    }
}
