package dev.stint.language.internal.check;

import dev.stint.language.internal.syntax.Reports;
import dev.stint.language.internal.tree.Decl;
import dev.stint.language.internal.tree.Script;
import dev.stint.language.internal.tree.Span;
import dev.stint.language.internal.tree.Unit;
import dev.stint.language.internal.type.TypeTable;
import dev.stint.language.profile.LanguageProfile;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names of one text. What it declares is known to the whole program by a full name: that of the
 * module, a dot, and its own; what the script itself declares keeps its name.
 */
final class ModuleScope {
    /** Before a name that nobody has. */
    private static final String NOBODY = "?";

    private final Unit unit;
    private final Set<String> declared = new HashSet<>();

    /** Modules of the library, by the names that they have here. */
    final Map<String, String> library = new HashMap<>();

    /** Functions of the library that are called without the module's name. */
    final Map<String, String> usedOfLibrary = new HashMap<>();

    /** Modules of one's own, by the names that they have here. */
    final Map<String, ModuleScope> imported = new HashMap<>();

    /** Full names of what is used without the module's name. */
    final Map<String, String> used = new HashMap<>();

    ModuleScope(Unit unit) {
        this.unit = unit;
        for (Decl decl : unit.script().decls()) {
            String name = decl.declares();
            if (name != null) {
                declared.add(name);
            }
        }
    }

    Script script() {
        return unit.script();
    }

    LanguageProfile profile() {
        return unit.script().profile();
    }

    boolean isMain() {
        return unit.path().isEmpty();
    }

    String path() {
        return unit.path();
    }

    /** The full name of what this text declares. */
    String full(String own) {
        return isMain() ? own : unit.path() + "." + own;
    }

    /** What a name that is written here stands for, whether there is such a thing or not. */
    String resolved(String written) {
        int dot = written.lastIndexOf('.');
        if (dot >= 0) {
            ModuleScope other = imported.get(written.substring(0, dot));
            return other == null ? NOBODY + written : other.full(written.substring(dot + 1));
        }
        if (declared.contains(written)) {
            return full(written);
        }
        String elsewhere = used.get(written);
        if (elsewhere != null) {
            return elsewhere;
        }
        return isMain() || TypeTable.isBuiltIn(written) ? written : NOBODY + written;
    }

    /** Reports a name that others may not use; true if they may. */
    boolean isOpen(String name, Span at, Reports reports) {
        if (unit.script().published().contains(name)) {
            return true;
        }
        if (declared.contains(name)) {
            reports.error(
                    "S4004",
                    at,
                    "the module '%s' keeps '%s' to itself".formatted(path(), name),
                    "write 'pub' before its declaration there");
        } else {
            List<String> open = unit.script().published().stream().sorted().toList();
            String near = Spelling.nearest(name, open);
            reports.error(
                    "S4004",
                    at,
                    "the module '%s' has no '%s'".formatted(path(), name),
                    near != null
                            ? "did you mean '" + near + "'?"
                            : open.isEmpty()
                                    ? "it publishes nothing; write 'pub' before what others use"
                                    : "it has " + String.join(", ", open));
        }
        return false;
    }

    /** As {@link #isOpen}, of a name with a module before it; others are open. */
    boolean isOpenHere(String written, Span at, Reports reports) {
        int dot = written.lastIndexOf('.');
        if (dot < 0) {
            return true;
        }
        String module = written.substring(0, dot);
        ModuleScope other = imported.get(module);
        if (other == null) {
            reports.error(
                    "S0001",
                    at,
                    "the module '" + module + "' is not imported",
                    "write at the top of the file: import " + module);
            return false;
        }
        return other.isOpen(written.substring(dot + 1), at, reports);
    }

    /** The module that a name stands for; null if it is none of one's own. */
    @Nullable ModuleScope module(String name) {
        return declared.contains(name) ? null : imported.get(name);
    }
}
