package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.TenantLoader;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Classes by their names, and what they have. A tenant finds what its class loader finds. Methods
 * and constructors come in an order of their own: that of the JVM depends on addresses.
 */
public final class Classes {
    /** What the weaver adds to a class begins with this. */
    private static final String WOVEN = "stint$";

    private static final String HOOKS = "dev.stint.hooks.";
    private static final int LONGEST_NAME = 1100; // the weaver takes names of a thousand characters
    private static final int MOST_PARAMETERS = 255;

    private static final int SEARCH = 256; // operations, for a class that is there
    private static final int MISS = 20_000; // for one that is not: all jars and the JDK were asked
    private static final int MISS_BYTES = 12_288; // of what is thrown and caught on the way
    private static final int SEARCH_BYTES = 1024; // of its lock, which the loader keeps
    private static final int MEMBER = 16; // operations, to find, copy and sort one
    private static final int MEMBER_BYTES = 128;
    private static final int SORT_BYTES = 512; // of the stream that picks and sorts them

    private static final MemberCounts METHODS = new MemberCounts(Class::getDeclaredMethods);
    private static final MemberCounts FIELDS = new MemberCounts(Class::getDeclaredFields);
    private static final MemberCounts CONSTRUCTORS =
            new MemberCounts(Class::getDeclaredConstructors);

    /** In the order of their texts, without making those. */
    private static final Comparator<Class<?>> AS_TEXT = Classes::compare;

    private static final Comparator<Executable> BY_TYPE = Classes::compareParameters;
    private static final Comparator<Method> BY_NAME =
            Comparator.comparing(Method::getName)
                    .thenComparing(BY_TYPE)
                    .thenComparing(m -> m.getReturnType().getName())
                    .thenComparing(m -> m.getDeclaringClass().getName());

    private Classes() {}

    private static int compareParameters(Executable a, Executable b) {
        return a.getParameterCount() != b.getParameterCount()
                ? Integer.compare(a.getParameterCount(), b.getParameterCount())
                : Arrays.compare(a.getParameterTypes(), b.getParameterTypes(), AS_TEXT);
    }

    private static int compare(Class<?> a, Class<?> b) {
        if (a == b) {
            return 0;
        }
        int kinds = kind(a).compareTo(kind(b));
        return kinds == 0 ? a.getName().compareTo(b.getName()) : kinds;
    }

    private static String kind(Class<?> type) {
        return type.isPrimitive() ? type.getName() : type.isInterface() ? "interface" : "class";
    }

    // ---- whose code asks

    /**
     * The loader of a class that is in a tenant's program.
     *
     * @throws AccessRefusedException if another one has loaded it
     */
    static TenantLoader tenant(Class<?> caller) {
        if (caller.getClassLoader() instanceof TenantLoader loader) {
            return loader;
        }
        throw new AccessRefusedException(
                caller.getName()
                        + " cannot look for classes or call by reflection: it was woven ahead, and"
                        + " loaded by somebody who cannot weave. Load it by a MeteredClassLoader,"
                        + " as ./stint run does.");
    }

    static ClassLoader loader(Class<?> caller) {
        return (ClassLoader) tenant(caller);
    }

    static boolean isOwn(Class<?> type, Class<?> caller) {
        return tenant(caller).isOwn(type);
    }

    // ---- by name

    public static Class<?> forName(String name, Class<?> caller) throws ClassNotFoundException {
        return initialized(find(name, loader(caller)), caller);
    }

    private static Class<?> initialized(Class<?> found, Class<?> caller)
            throws ClassNotFoundException {
        return isOwn(found, caller) && !found.isArray()
                ? Class.forName(found.getName(), true, found.getClassLoader())
                : found;
    }

    public static Class<?> forName(
            String name, boolean initialize, @Nullable ClassLoader by, Class<?> caller)
            throws ClassNotFoundException {
        ClassLoader loader = by == null ? loader(caller) : MadeLoaders.behind(by, caller);
        Class<?> found = find(name, loader);
        if (by == null && isOwn(found, caller)) {
            throw new ClassNotFoundException(name);
        }
        return initialize ? initialized(found, caller) : found;
    }

    /** Finds a class without having anything of it run. */
    static Class<?> find(String asked, ClassLoader loader) throws ClassNotFoundException {
        Charges.pay(SEARCH + (asked.length() >> 4), SEARCH_BYTES);
        String name = asked.length() > LONGEST_NAME ? asked : meant(asked, (TenantLoader) loader);
        int dimensions = dimensions(name);
        boolean isLong = name.length() > LONGEST_NAME || dimensions > ArrayPrices.MOST_DIMENSIONS;
        if (isLong || name.replaceFirst("^\\[*L?", "").startsWith(HOOKS)) {
            throw new ClassNotFoundException(name.substring(0, Math.min(99, name.length())));
        }
        ArrayPrices.madeClasses(dimensions);
        var tenant = (TenantLoader) loader;
        try {
            if (!tenant.isOpen(element(name))) { // first: what is loaded stays
                throw notOpen(name);
            }
            Class<?> found = Class.forName(name, false, loader);
            if (!tenant.isOpen(found)) { // a loader may link what it must not tell
                throw notOpen(name);
            }
            return found;
        } catch (ClassNotFoundException e) {
            Charges.pay(MISS, MISS_BYTES + 16L * name.length());
            throw new ClassNotFoundException(name, e);
        }
    }

    private static String meant(String name, TenantLoader tenant) {
        String element = element(name);
        String meant = tenant.meant(element);
        int at = name.length() - element.length();
        return meant.equals(element)
                ? name
                : at == 0 ? meant : name.substring(0, at - 1) + meant + ';';
    }

    private static ClassNotFoundException notOpen(String name) {
        return new ClassNotFoundException(name + " is not open to the program");
    }

    /** The class that the elements of an array are of; the name itself if it is of no array. */
    private static String element(String name) {
        int dimensions = dimensions(name);
        boolean ofObjects =
                dimensions > 0 && name.startsWith("L", dimensions) && name.endsWith(";");
        return ofObjects ? name.substring(dimensions + 1, name.length() - 1) : name;
    }

    private static int dimensions(String name) {
        int count = 0;
        while (count < name.length() && name.charAt(count) == '[') {
            count++;
        }
        return count;
    }

    public static @Nullable ClassLoader getClassLoader(Class<?> self, Class<?> caller) {
        return isOwn(self, caller) && self.getClassLoader() instanceof TenantLoader by
                ? by.known()
                : null;
    }

    /** One that tells nothing: where classes come from is the host's affair. */
    public static ProtectionDomain getProtectionDomain(Class<?> self) {
        Charges.pay(16, 128);
        return new ProtectionDomain(null, null);
    }

    // ---- methods

    public static Method[] getMethods(Class<?> self) {
        METHODS.payAll(self, MEMBER, MEMBER_BYTES);
        Charges.pay(MEMBER, SORT_BYTES);
        return sorted(self.getMethods());
    }

    public static Method[] getDeclaredMethods(Class<?> self) {
        METHODS.pay(self, MEMBER, MEMBER_BYTES);
        Charges.pay(MEMBER, SORT_BYTES);
        return sorted(self.getDeclaredMethods());
    }

    private static Method[] sorted(Method[] found) {
        return Arrays.stream(found)
                .filter(Classes::isWritten)
                .sorted(BY_NAME)
                .toArray(Method[]::new);
    }

    private static boolean isWritten(Method method) {
        return !method.getName().startsWith(WOVEN);
    }

    public static Method getMethod(Class<?> self, String name, Class<?> @Nullable [] types)
            throws NoSuchMethodException {
        METHODS.payForOneOfAll(self);
        return found(name, types, self::getMethod);
    }

    public static Method getDeclaredMethod(Class<?> self, String name, Class<?> @Nullable [] types)
            throws NoSuchMethodException {
        METHODS.payForOne(self);
        return found(name, types, self::getDeclaredMethod);
    }

    /** A search by name and parameters. */
    @FunctionalInterface
    private interface Search<T> {
        T find(String name, Class<?>... types) throws NoSuchMethodException;
    }

    private static <T> T found(String name, Class<?> @Nullable [] types, Search<T> search)
            throws NoSuchMethodException {
        int count = types == null ? 0 : types.length;
        if (count > MOST_PARAMETERS || name.startsWith(WOVEN)) {
            throw new NoSuchMethodException(name);
        }
        Charges.ops(MEMBER + (name.length() >> 4) + count);
        Class<?>[] own = types == null ? new Class<?>[0] : types.clone();
        try {
            return search.find(name, own);
        } catch (NoSuchMethodException e) {
            Charges.text(String.valueOf(e.getMessage()).length());
            throw e;
        }
    }

    // ---- constructors

    public static Constructor<?>[] getConstructors(Class<?> self) {
        CONSTRUCTORS.pay(self, MEMBER, MEMBER_BYTES);
        return sorted(self.getConstructors());
    }

    public static Constructor<?>[] getDeclaredConstructors(Class<?> self) {
        CONSTRUCTORS.pay(self, MEMBER, MEMBER_BYTES);
        return sorted(self.getDeclaredConstructors());
    }

    private static Constructor<?>[] sorted(Constructor<?>[] found) {
        Arrays.sort(found, BY_TYPE);
        return found;
    }

    public static Constructor<?> getConstructor(Class<?> self, Class<?> @Nullable [] types)
            throws NoSuchMethodException {
        CONSTRUCTORS.payForOne(self);
        return found("<init>", types, (name, own) -> self.getConstructor(own));
    }

    public static Constructor<?> getDeclaredConstructor(Class<?> self, Class<?> @Nullable [] types)
            throws NoSuchMethodException {
        CONSTRUCTORS.payForOne(self);
        return found("<init>", types, (name, own) -> self.getDeclaredConstructor(own));
    }

    // ---- fields, in the order of the class file

    public static Field[] getFields(Class<?> self) {
        FIELDS.payAll(self, MEMBER, MEMBER_BYTES);
        Charges.pay(MEMBER, SORT_BYTES);
        return written(self.getFields());
    }

    public static Field[] getDeclaredFields(Class<?> self) {
        FIELDS.pay(self, MEMBER, MEMBER_BYTES);
        Charges.pay(MEMBER, SORT_BYTES);
        return written(self.getDeclaredFields());
    }

    private static Field[] written(Field[] found) {
        return Arrays.stream(found)
                .filter(field -> !field.getName().startsWith(WOVEN))
                .toArray(Field[]::new);
    }

    public static Field getField(Class<?> self, String name) throws NoSuchFieldException {
        FIELDS.payForOneOfAll(self);
        Charges.ops(MEMBER + (name.length() >> 4));
        return self.getField(name);
    }

    public static Field getDeclaredField(Class<?> self, String name) throws NoSuchFieldException {
        FIELDS.payForOne(self);
        Charges.ops(MEMBER + (name.length() >> 4));
        if (name.startsWith(WOVEN)) {
            throw new NoSuchFieldException(name);
        }
        return self.getDeclaredField(name);
    }

    // ---- what else a class has

    public static RecordComponent @Nullable [] getRecordComponents(Class<?> self) {
        FIELDS.pay(self, MEMBER, MEMBER_BYTES); // there are no more components than fields
        RecordComponent[] found = self.getRecordComponents();
        long copied = 0;
        for (RecordComponent each : found == null ? new RecordComponent[0] : found) {
            copied += FileParts.copied(each);
        }
        Charges.pay(copied >> 4, copied);
        return found;
    }

    public static Class<?>[] getDeclaredClasses(Class<?> self) {
        return paid(self.getDeclaredClasses());
    }

    public static Class<?>[] getClasses(Class<?> self) {
        return paid(self.getClasses());
    }

    public static Class<?> @Nullable [] getPermittedSubclasses(Class<?> self) {
        FileParts.payForRelatives(self);
        Class<?>[] found = self.getPermittedSubclasses();
        return found == null ? null : paid(found);
    }

    /** The JDK looks for all of its subclasses to answer that. */
    public static void sealed(Class<?> self) {
        FileParts.payForRelatives(self);
        if (!(self.getClassLoader() instanceof TenantLoader)) {
            Charges.ops(MEMBER); // those of the JDK are few
        }
    }

    public static Class<?>[] getNestMembers(Class<?> self) {
        FileParts.payForRelatives(self);
        return paid(self.getNestMembers());
    }

    private static Class<?>[] paid(Class<?>[] found) {
        Charges.pay(MEMBER * (1L + found.length), SORT_BYTES + 4L * found.length);
        return found;
    }
}
