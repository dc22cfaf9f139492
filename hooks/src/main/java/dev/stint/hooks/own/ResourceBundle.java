package dev.stint.hooks.own;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.MissingResourceException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Texts by their names, in several languages: classes and property files of the program. The JDK's
 * keeps what it finds for all, and looks for more than the program has.
 */
@SuppressWarnings("AvoidCommonTypeNames") // it takes the place of that one
public abstract class ResourceBundle {
    private static final Map<List<Object>, ResourceBundle> FOUND = new HashMap<>();

    protected @Nullable ResourceBundle parent;
    private @Nullable String name;
    private @Nullable Locale locale;

    protected ResourceBundle() {}

    public @Nullable String getBaseBundleName() {
        return name;
    }

    public Locale getLocale() {
        return locale == null ? Locale.ROOT : locale;
    }

    protected void setParent(@Nullable ResourceBundle parent) {
        this.parent = parent;
    }

    // ---- what is in it

    protected abstract @Nullable Object handleGetObject(String key);

    public abstract Enumeration<String> getKeys();

    public final String getString(String key) {
        return (String) getObject(key);
    }

    public final String[] getStringArray(String key) {
        return (String[]) getObject(key);
    }

    public final Object getObject(String key) {
        Object found = handleGetObject(key);
        if (found == null && parent != null) {
            found = parent.getObject(key);
        }
        if (found == null) {
            throw new MissingResourceException(
                    "Can't find resource for bundle " + getClass().getName() + ", key " + key,
                    getClass().getName(),
                    key);
        }
        return found;
    }

    public boolean containsKey(String key) {
        return handleKeySet().contains(key) || (parent != null && parent.containsKey(key));
    }

    public Set<String> keySet() {
        var keys = new HashSet<String>(handleKeySet());
        if (parent != null) {
            keys.addAll(parent.keySet());
        }
        return keys;
    }

    protected Set<String> handleKeySet() {
        var keys = new HashSet<String>();
        for (Enumeration<String> all = getKeys(); all.hasMoreElements(); ) {
            String key = all.nextElement();
            if (handleGetObject(key) != null) {
                keys.add(key);
            }
        }
        return keys;
    }

    // ---- looking for it

    public static ResourceBundle getBundle(String name) {
        return getBundle(name, Locale.getDefault(), loader());
    }

    public static ResourceBundle getBundle(String name, Locale locale) {
        return getBundle(name, locale, loader());
    }

    public static ResourceBundle getBundle(String name, Control control) {
        return getBundle(name, Locale.getDefault(), loader(), control);
    }

    public static ResourceBundle getBundle(String name, Locale locale, Control control) {
        return getBundle(name, locale, loader(), control);
    }

    public static ResourceBundle getBundle(String name, Locale locale, ClassLoader by) {
        return getBundle(name, locale, by, Control.getControl(Control.FORMAT_DEFAULT));
    }

    public static ResourceBundle getBundle(
            String name, Locale locale, ClassLoader by, Control control) {
        ResourceBundle found = withParents(name, locale, by, control);
        Locale other =
                found == null || isForAll(found) ? control.getFallbackLocale(name, locale) : null;
        if (other != null) {
            ResourceBundle second = withParents(name, other, by, control);
            found = second == null ? found : second;
        }
        if (found == null) {
            throw new MissingResourceException(
                    "Can't find bundle for base name " + name + ", locale " + locale,
                    name + "_" + locale,
                    "");
        }
        return found;
    }

    private static boolean isForAll(ResourceBundle found) {
        return found.getLocale().equals(Locale.ROOT);
    }

    /** Nothing is kept for longer than the program says: see {@code getBundle}. */
    public static void clearCache() {
        synchronized (FOUND) {
            FOUND.clear();
        }
    }

    public static void clearCache(ClassLoader by) {
        clearCache();
    }

    private static ClassLoader loader() {
        return ClassLoader.getSystemClassLoader();
    }

    /** That of the locale, behind which are those that are more general. */
    private static @Nullable ResourceBundle withParents(
            String name, Locale locale, ClassLoader by, Control control) {
        ResourceBundle found = null;
        List<Locale> candidates = control.getCandidateLocales(name, locale);
        for (int at = candidates.size() - 1; at >= 0; at--) {
            ResourceBundle one = one(name, candidates.get(at), by, control);
            if (one != null) {
                if (one.parent == null && one != found) {
                    one.setParent(found);
                }
                found = one;
            }
        }
        return found;
    }

    private static @Nullable ResourceBundle one(
            String name, Locale locale, ClassLoader by, Control control) {
        List<Object> key = List.of(name, locale, by, control.getClass());
        ResourceBundle made;
        synchronized (FOUND) {
            made = FOUND.get(key);
        }
        for (String format : made == null ? control.getFormats(name) : List.<String>of()) {
            try {
                made = made == null ? control.newBundle(name, locale, format, by, false) : made;
            } catch (IOException | IllegalAccessException | InstantiationException e) {
                var missing = new MissingResourceException(e.getMessage(), name, "");
                missing.initCause(e);
                throw missing;
            }
        }
        if (made != null) {
            made.name = name;
            made.locale = locale;
            synchronized (FOUND) {
                FOUND.put(key, made);
            }
        }
        return made;
    }

    /** How bundles are looked for. */
    public static class Control {
        public static final List<String> FORMAT_DEFAULT = List.of("java.class", "java.properties");
        public static final List<String> FORMAT_CLASS = List.of("java.class");
        public static final List<String> FORMAT_PROPERTIES = List.of("java.properties");
        public static final long TTL_DONT_CACHE = -1;
        public static final long TTL_NO_EXPIRATION_CONTROL = -2;

        private List<String> formats = FORMAT_DEFAULT;

        protected Control() {}

        public static final Control getControl(List<String> formats) {
            var control = new Control();
            control.formats = formats;
            return control;
        }

        public static final Control getNoFallbackControl(List<String> formats) {
            var control = new Exact();
            ((Control) control).formats = formats;
            return control;
        }

        public List<String> getFormats(String name) {
            return formats;
        }

        public List<Locale> getCandidateLocales(String name, Locale locale) {
            String language = locale.getLanguage();
            String country = locale.getCountry();
            String variant = locale.getVariant();
            var all = new ArrayList<Locale>();
            if (!variant.isEmpty()) {
                all.add(Locale.of(language, country, variant));
            }
            if (!country.isEmpty()) {
                all.add(Locale.of(language, country));
            }
            if (!language.isEmpty()) {
                all.add(Locale.of(language));
            }
            all.add(Locale.ROOT);
            return all;
        }

        public @Nullable Locale getFallbackLocale(String name, Locale locale) {
            Locale other = Locale.getDefault();
            return locale.equals(other) ? null : other;
        }

        public @Nullable ResourceBundle newBundle(
                String name, Locale locale, String format, ClassLoader by, boolean reload)
                throws IllegalAccessException, InstantiationException, IOException {
            String called = toBundleName(name, locale);
            if (format.equals("java.class")) {
                return ofClass(called, by);
            }
            try (InputStream in = by.getResourceAsStream(toResourceName(called, "properties"))) {
                return in == null ? null : new PropertyResourceBundle(in);
            }
        }

        private static @Nullable ResourceBundle ofClass(String name, ClassLoader by)
                throws IllegalAccessException, InstantiationException {
            try {
                Object made = by.loadClass(name).getDeclaredConstructor().newInstance();
                if (made instanceof ResourceBundle bundle) {
                    return bundle;
                }
                throw new ClassCastException(name + " cannot be cast to ResourceBundle");
            } catch (ClassNotFoundException e) {
                return null;
            } catch (NoSuchMethodException | java.lang.reflect.InvocationTargetException e) {
                var failed = new InstantiationException(name);
                failed.initCause(e);
                throw failed;
            }
        }

        public long getTimeToLive(String name, Locale locale) {
            return TTL_NO_EXPIRATION_CONTROL;
        }

        public boolean needsReload(
                String name,
                Locale locale,
                String format,
                ClassLoader by,
                ResourceBundle bundle,
                long since) {
            return false;
        }

        public String toBundleName(String name, Locale locale) {
            String language = locale.getLanguage();
            String country = locale.getCountry();
            String variant = locale.getVariant();
            var text = new StringBuilder(name);
            if (!language.isEmpty() || !country.isEmpty() || !variant.isEmpty()) {
                text.append('_').append(language);
            }
            if (!country.isEmpty() || !variant.isEmpty()) {
                text.append('_').append(country);
            }
            if (!variant.isEmpty()) {
                text.append('_').append(variant);
            }
            return text.toString();
        }

        public final String toResourceName(String name, String suffix) {
            return name.replace('.', '/') + '.' + suffix;
        }

        private static final class Exact extends Control {
            @Override
            public @Nullable Locale getFallbackLocale(String name, Locale locale) {
                return null;
            }
        }
    }
}
