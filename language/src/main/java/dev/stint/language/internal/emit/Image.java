package dev.stint.language.internal.emit;

import java.util.Map;
import java.util.Set;

/**
 * The class files of a program.
 *
 * @param modules the names of the classes with functions: of the script, and of each module
 * @param classes by their names
 * @param functions of the script, by the methods that they are
 * @param entries the names of the classes with which graphs are started, by the graphs
 */
public record Image(
        Set<String> modules,
        Map<String, byte[]> classes,
        Map<String, String> functions,
        Map<String, String> entries) {
    public Image {
        modules = Set.copyOf(modules);
        classes = Map.copyOf(classes);
        functions = Map.copyOf(functions);
        entries = Map.copyOf(entries);
    }
}
