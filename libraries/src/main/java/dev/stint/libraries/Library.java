package dev.stint.libraries;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A library that nobody here wrote. */
@SuppressWarnings("ImmutableEnumChecker") // the lists are copies
public enum Library {
    JACKSON(List.of("jackson-core", "jackson-annotations", "jackson-databind"), List.of()),
    GUAVA(List.of("guava", "failureaccess"), List.of()),
    KOTLIN(List.of("kotlin-stdlib"), List.of("annotations")),
    SCALA(List.of("scala-library"), List.of()),
    GROOVY(List.of("groovy"), List.of()),
    CLOJURE(List.of("clojure"), List.of("spec.alpha", "core.specs.alpha")),
    RHINO(List.of("rhino"), List.of()),
    BOUNCYCASTLE(List.of("bcprov-jdk18on"), List.of()),
    MATH(List.of("commons-math3"), List.of()),
    XERCES(List.of("xercesImpl"), List.of()),
    H2(List.of("h2"), List.of());

    private final List<String> own;
    private final List<String> beside;

    Library(List<String> own, List<String> beside) {
        this.own = own;
        this.beside = beside;
    }

    public static Library of(String label) {
        return Arrays.stream(values())
                .filter(library -> library.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no library " + label));
    }

    /** As it is called in tables. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Its jars. */
    List<String> own() {
        return own;
    }

    /** Those that it needs besides. */
    List<String> beside() {
        return beside;
    }
}
