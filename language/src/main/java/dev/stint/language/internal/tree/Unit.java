package dev.stint.language.internal.tree;

/**
 * A text with its place among the others of a script.
 *
 * @param path as others import it, with dots; of the script itself nothing
 */
public record Unit(String path, Script script) {}
