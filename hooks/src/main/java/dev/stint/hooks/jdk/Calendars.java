package dev.stint.hooks.jdk;

import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

/** Calendars, which begin at a tenant's time and in a zone that does not tell about the host. */
public final class Calendars {
    private static final int BYTES = 1024;
    private static final int WORK = 512;

    private static final int LONGEST_NAME = 256;

    private Calendars() {}

    // ---- the name of a zone, which is compared and shown

    public static void named(String id) {
        if (id.length() > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "the name of a time zone has at most "
                            + LONGEST_NAME
                            + " characters; this one has "
                            + id.length());
        }
    }

    public static void named(
            String id, int m1, int d1, int w1, int t1, int m2, int d2, int w2, int t2) {
        named(id);
    }

    public static void named(
            String id, int m1, int d1, int w1, int t1, int m2, int d2, int w2, int t2, int saved) {
        named(id);
    }

    public static void named(
            String id,
            int m1,
            int d1,
            int w1,
            int t1,
            int mode1,
            int m2,
            int d2,
            int w2,
            int t2,
            int mode2,
            int saved) {
        named(id);
    }

    private static void pay(Locale locale) {
        Locales.data(locale);
        Charges.pay(WORK, BYTES);
    }

    // ---- new GregorianCalendar(...)

    public static GregorianCalendar gregorian() {
        return gregorian(SystemSettings.getDefault(), Strings.locale());
    }

    public static GregorianCalendar gregorian(TimeZone zone) {
        return gregorian(zone, Strings.locale());
    }

    public static GregorianCalendar gregorian(Locale locale) {
        return gregorian(SystemSettings.getDefault(), locale);
    }

    public static GregorianCalendar gregorian(TimeZone zone, Locale locale) {
        pay(locale);
        var made = new GregorianCalendar(zone, locale);
        made.setTimeInMillis(Clocks.currentTimeMillis());
        return made;
    }

    public static GregorianCalendar gregorian(int year, int month, int day) {
        return gregorian(year, month, day, 0, 0, 0);
    }

    public static GregorianCalendar gregorian(int year, int month, int day, int hour, int minute) {
        return gregorian(year, month, day, hour, minute, 0);
    }

    public static GregorianCalendar gregorian(
            int year, int month, int day, int hour, int minute, int second) {
        GregorianCalendar made = gregorian();
        made.clear();
        made.set(year, month, day, hour, minute, second);
        return made;
    }

    // ---- Calendar.getInstance(...)

    public static Calendar getInstance() {
        return getInstance(SystemSettings.getDefault(), Strings.locale());
    }

    public static Calendar getInstance(TimeZone zone) {
        return getInstance(zone, Strings.locale());
    }

    public static Calendar getInstance(Locale locale) {
        return getInstance(SystemSettings.getDefault(), locale);
    }

    public static Calendar getInstance(TimeZone zone, Locale locale) {
        pay(locale);
        Calendar made = Calendar.getInstance(zone, locale);
        made.setTimeInMillis(Clocks.currentTimeMillis());
        return made;
    }
}
