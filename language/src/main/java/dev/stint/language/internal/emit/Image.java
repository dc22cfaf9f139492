package dev.stint.language.internal.emit;

import java.util.Map;

/**
 * The class files of a program.
 *
 * @param script the name of the class with all functions
 * @param classes by their names
 * @param functions of the script, by the methods that they are
 * @param entries the names of the classes with which graphs are started, by the graphs
 */
public record Image(
        String script,
        Map<String, byte[]> classes,
        Map<String, String> functions,
        Map<String, String> entries) {
    public Image {
        classes = Map.copyOf(classes);
        functions = Map.copyOf(functions);
        entries = Map.copyOf(entries);
    }
}
