package dev.stint.language.internal.check;

import dev.stint.language.internal.syntax.Reports;
import dev.stint.language.internal.syntax.Units;
import dev.stint.language.internal.tree.Decl;
import dev.stint.language.internal.type.StdTable;
import dev.stint.language.profile.LanguageProfile;
import dev.stint.language.profile.LanguageProfile.Feature;
import java.util.List;
import java.util.Map;

/** Gives texts the names that they import. */
final class Imports {
    private final Reports reports;
    private final Map<String, ModuleScope> modules;
    private final LanguageProfile main;

    /**
     * @param modules of one's own, by their paths, that of the script first
     */
    Imports(Reports reports, Map<String, ModuleScope> modules) {
        this.main = modules.values().iterator().next().profile();
        this.reports = reports;
        this.modules = modules;
    }

    void into(ModuleScope scope) {
        for (Decl decl : scope.script().decls()) {
            if (decl instanceof Decl.Import written) {
                imported(scope, written);
            }
        }
    }

    private void imported(ModuleScope scope, Decl.Import written) {
        String own = Units.own(written);
        if (own == null) {
            ofLibrary(scope, written);
            return;
        }
        ModuleScope module = modules.get(own);
        if (module == null) {
            unknown(written, help(written));
            return;
        }
        if (written.names().isEmpty()) {
            String alias = written.alias();
            scope.imported.put(alias == null ? written.path().getLast() : alias, module);
        }
        for (String name : written.names()) {
            if (module.isOpen(name, written.span(), reports)) {
                scope.used.put(name, module.full(name));
            }
        }
    }

    private void ofLibrary(ModuleScope scope, Decl.Import written) {
        List<String> path = written.path();
        String module = path.size() > 1 ? path.getLast() : "";
        if (!StdTable.isModule(module)) {
            unknown(written, "the library has std." + String.join(", std.", StdTable.modules()));
            return;
        }
        if (StdTable.needsRight(module)) {
            ensureRights(scope, written, module);
        }
        if (written.names().isEmpty()) {
            String alias = written.alias();
            scope.library.put(alias == null ? module : alias, module);
        }
        for (String name : written.names()) {
            if (StdTable.find(module + "." + name) == null) {
                String near = Spelling.nearest(name, StdTable.words(module));
                reports.error(
                        "S0002",
                        written.span(),
                        "the module '%s' has no function '%s'".formatted(module, name),
                        near == null
                                ? "it has " + String.join(", ", StdTable.words(module))
                                : "did you mean '" + near + "'?");
            }
            scope.usedOfLibrary.put(name, module + "." + name);
        }
    }

    /** What uses a right of the task is for profiles that have them implicitly. */
    private void ensureRights(ModuleScope scope, Decl.Import written, String module) {
        if (main.allows(Feature.CAPABILITIES)) {
            reports.error(
                    "S0101",
                    written.span(),
                    "in profile ':sovereign' nobody uses 'std.%s' without a right"
                            .formatted(module),
                    "main(caps: Capabilities) has caps.%s; give it, or a part of it, to those who"
                                    .formatted(module)
                            + " need it");
        } else if (!main.allows(Feature.CONCURRENCY) && main != LanguageProfile.SCRIPT) {
            reports.error(
                    "S0100",
                    written.span(),
                    "'std.%s' is not in profile ':%s'; it needs ':service' or higher"
                            .formatted(module, scope.profile().word()),
                    "write {.profile: service.} as the first thing in the file");
        }
    }

    private void unknown(Decl.Import written, String... help) {
        String path = String.join(".", written.path());
        reports.error("S4001", written.span(), "there is no module '" + path + "'", help);
    }

    private static String[] help(Decl.Import written) {
        List<String> path = written.path();
        if (path.size() == 1 && StdTable.isModule(path.getLast())) {
            return new String[] {"that of the library is std." + path.getLast()};
        }
        String file = String.join("/", path) + ".jan";
        String where =
                "it would be the file %s beside the script; the library has std.%s"
                        .formatted(file, String.join(", std.", StdTable.modules()));
        if (path.size() == 1 || !written.names().isEmpty()) {
            return new String[] {where};
        }
        String above = String.join(".", path.subList(0, path.size() - 1));
        String use =
                "to use a name of '%s', write: use %s.{%s}".formatted(above, above, path.getLast());
        return new String[] {where, use};
    }
}
