package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefusedException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IllformedLocaleException;
import java.util.Locale;
import java.util.Set;

/**
 * Locales that programs make. The JDK keeps what it has found out about each that it was ever asked
 * for, and for ever; so a tenant makes those of languages and countries that there are, which have
 * a bound.
 */
public final class Locales {
    private static final int LONGEST = 64; // characters of a name
    private static final int BYTES = 512;
    private static final int WORK = 256;

    /** To read what the JDK knows of a language; the most that it took, and more. */
    private static final int LOADING = 4_000_000;

    private static final int LOADED_BYTES = 1 << 20;

    private static final Set<String> LANGUAGES =
            new HashSet<>(Arrays.asList(Locale.getISOLanguages()));
    private static final Set<String> COUNTRIES =
            new HashSet<>(Arrays.asList(Locale.getISOCountries()));
    private static final Set<String> SCRIPTS = new HashSet<>(Set.of(""));
    private static final Set<String> VARIANTS = new HashSet<>(Set.of(""));
    private static final Set<Locale> AVAILABLE = Set.of(Locale.getAvailableLocales());

    static {
        LANGUAGES.add("");
        COUNTRIES.add("");
        for (Locale each : AVAILABLE) {
            LANGUAGES.add(each.getLanguage());
            COUNTRIES.add(each.getCountry());
            SCRIPTS.add(each.getScript());
            VARIANTS.add(each.getVariant());
        }
    }

    private Locales() {}

    // ---- making them

    @SuppressWarnings("deprecation") // that is what programs call
    public static Locale of(String language) {
        pay(language);
        return known(new Locale(language));
    }

    @SuppressWarnings("deprecation")
    public static Locale of(String language, String country) {
        pay(language, country);
        return known(new Locale(language, country));
    }

    @SuppressWarnings("deprecation")
    public static Locale of(String language, String country, String variant) {
        pay(language, country, variant);
        return known(new Locale(language, country, variant));
    }

    public static Locale forLanguageTag(String tag) {
        pay(tag);
        return known(Locale.forLanguageTag(tag));
    }

    private static void pay(String... parts) {
        long length = 0;
        for (String part : parts) {
            length += part == null ? 0 : part.length();
        }
        if (length > LONGEST) {
            throw new IllformedLocaleException(
                    "the name of a locale has " + LONGEST + " characters at the most");
        }
        Charges.pay(WORK + 8 * length, BYTES);
    }

    private static Locale known(Locale made) {
        boolean isKnown =
                AVAILABLE.contains(made)
                        || (LANGUAGES.contains(made.getLanguage())
                                && COUNTRIES.contains(made.getCountry())
                                && SCRIPTS.contains(made.getScript())
                                && VARIANTS.contains(made.getVariant())
                                && !made.hasExtensions());
        if (!isKnown) {
            throw new AccessRefusedException(
                    "the locale '"
                            + made
                            + "' cannot be made: the JDK keeps what it is asked about one for"
                            + " ever, and there is no such language or country. Take one of"
                            + " Locale.getISOLanguages() and Locale.getISOCountries(), without"
                            + " extensions.");
        }
        return made;
    }

    // ---- what the JDK knows of them

    /** The same for all, whether somebody has asked before or not, but for English. */
    public static void data(Locale of) {
        boolean isReady =
                of.equals(Locale.ROOT)
                        || of.equals(Locale.ENGLISH)
                        || of.equals(Locale.US)
                        || of.equals(Locale.UK);
        Charges.pay(isReady ? 4 * WORK : LOADING, isReady ? 8 * BYTES : LOADED_BYTES);
    }
}
