package dev.stint.hooks.jdk;

import java.text.DateFormatSymbols;
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

/** Dates as text, by patterns. They are in a zone that does not tell about the host. */
public final class DateTexts {
    private static final int BYTES = 8192;
    private static final int WORK = 2048;
    private static final int EACH_SHOWN = 32; // operations, for a letter of the pattern
    private static final int EACH_READ = 128;

    /** The names of all zones, among which one is looked for. */
    private static final int ZONES = 1_000_000;

    private static final long CENTURY = 80L * 365 * 86_400 * 1000; // how far back a short year is

    private DateTexts() {}

    public static SimpleDateFormat make(String pattern) {
        return make(pattern, Strings.locale());
    }

    public static SimpleDateFormat make(String pattern, Locale locale) {
        pay(pattern, locale);
        return hidden(new SimpleDateFormat(pattern, locale));
    }

    public static SimpleDateFormat make(String pattern, DateFormatSymbols symbols) {
        Locale locale = Strings.locale();
        pay(pattern, locale);
        SimpleDateFormat made = hidden(new SimpleDateFormat(pattern, locale));
        made.setDateFormatSymbols(symbols);
        return made;
    }

    private static void pay(String pattern, Locale locale) {
        Locales.data(locale);
        pattern(pattern);
    }

    public static void pattern(String pattern) {
        Decimals.ensureShort(pattern);
        Charges.pay(WORK + 16L * pattern.length(), BYTES);
    }

    /** What it takes from the host when it is made. */
    @SuppressWarnings("JavaUtilDate") // which it asks for
    private static SimpleDateFormat hidden(SimpleDateFormat made) {
        made.setTimeZone(TimeZone.getTimeZone("UTC"));
        made.set2DigitYearStart(new Date(Clocks.currentTimeMillis() - CENTURY));
        return made;
    }

    static void shown(SimpleDateFormat self) {
        String pattern = self.toPattern();
        long zones = pattern.indexOf('z') < 0 ? 0 : ZONES;
        Charges.pay(
                zones + 256 + (long) EACH_SHOWN * pattern.length(),
                zones + 512 + 64L * pattern.length());
    }

    static void read(SimpleDateFormat self) {
        String pattern = self.toPattern();
        long zones = pattern.indexOf('z') < 0 && pattern.indexOf('Z') < 0 ? 0 : ZONES;
        Charges.pay(
                zones + 256 + (long) EACH_READ * pattern.length(),
                zones + 1024 + 64L * pattern.length());
    }
}
