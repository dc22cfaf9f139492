package dev.stint.bench;

import java.util.Optional;

/** What a row is about: a version of a program, somewhere. */
record Entry(String label, String version, Place place) {
    /** As rows name it, such as {@code fib/woven-bare}. */
    String impl() {
        return label + "/" + version + place.suffix();
    }

    /** Empty if the name has no version. */
    static Optional<Entry> parse(String impl) {
        int slash = impl.indexOf('/');
        if (slash < 0) {
            return Optional.empty();
        }
        String rest = impl.substring(slash + 1);
        Place place = Place.ofSuffix(rest);
        String version = rest.substring(0, rest.length() - place.suffix().length());
        return Optional.of(new Entry(impl.substring(0, slash), version, place));
    }

    /** The same program in the same place as it is. */
    Entry unwoven() {
        return new Entry(label, Version.UNWOVEN.label(), place);
    }
}
