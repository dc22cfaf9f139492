package dev.stint.libraries;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a library is asked to do. Each is a class in {@code dev.stint.libraries.work}. */
public enum Work {
    JACKSON_STREAM(Library.JACKSON, "JacksonStream"),
    JACKSON_TREE(Library.JACKSON, "JacksonTree"),
    JACKSON_BIND(Library.JACKSON, "JacksonBind"),
    RHINO(Library.RHINO, "RhinoScript"),
    XERCES(Library.XERCES, "XercesSax"),
    GUAVA(Library.GUAVA, "GuavaCollections"),
    BC_CIPHER(Library.BOUNCYCASTLE, "BouncyCipher"),
    BC_CURVE(Library.BOUNCYCASTLE, "BouncyCurve"),
    MATH(Library.MATH, "MathTransforms"),
    KOTLIN(Library.KOTLIN, "KotlinCollections"),
    SCALA(Library.SCALA, "ScalaCollections"),
    CLOJURE(Library.CLOJURE, "ClojureData"),
    GROOVY(Library.GROOVY, "GroovyCompiler");

    private static final String PACKAGE = "dev.stint.libraries.work.";

    private final Library library;
    private final String className;

    Work(Library library, String className) {
        this.library = library;
        this.className = className;
    }

    public static Work of(String label) {
        return Arrays.stream(values())
                .filter(work -> work.label().equals(label))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "there is no work " + label + ", only " + labels()));
    }

    public static List<String> labels() {
        return Arrays.stream(values()).map(Work::label).toList();
    }

    /** As it is called in tables. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public Library library() {
        return library;
    }

    public String className() {
        return PACKAGE + className;
    }
}
