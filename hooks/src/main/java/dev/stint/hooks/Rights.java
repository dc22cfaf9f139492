package dev.stint.hooks;

/** What woven code must not do, checked where it would do it. */
public final class Rights {
    private static final ClassValue<Boolean> MAY_LOCK =
            new ClassValue<>() {
                @Override
                protected Boolean computeValue(Class<?> type) {
                    return isPrivate(type);
                }
            };

    private Rights() {}

    /** Stands before an instruction that is not open; never returns. */
    @SuppressWarnings("DoNotCallSuggester") // woven code does call it
    public static void refuse(String reason) {
        throw new AccessRefusedException(reason);
    }

    /**
     * Called before a monitor is entered. Refuses what others can reach, too, so that nobody can be
     * kept waiting by somebody else: classes, strings, boxes, and whatever else the JDK may hand
     * out twice. Objects of woven classes, arrays, plain objects and the JDK's containers are their
     * makers'.
     *
     * @return the same object; null is left to the instruction itself
     */
    public static Object mayLock(Object monitor) {
        if (monitor != null && !mayBeLocked(monitor)) {
            throw new AccessRefusedException(
                    "a monitor of "
                            + (monitor instanceof Class<?> c ? c : monitor.getClass())
                            + " cannot be entered: others may reach the same object, and would"
                            + " wait. Lock an object of your own: private final Object lock = new"
                            + " Object();");
        }
        return monitor;
    }

    private static boolean mayBeLocked(Object monitor) {
        return monitor instanceof Class<?> type
                ? !isShared(type)
                : MAY_LOCK.get(monitor.getClass());
    }

    /** True if objects of this class are not handed out by anybody but who made them. */
    private static boolean isPrivate(Class<?> type) {
        if (type.isArray() || type == Object.class || !isShared(type)) {
            return true;
        }
        String name = type.getName();
        boolean isContainer =
                java.util.Collection.class.isAssignableFrom(type)
                        || java.util.Map.class.isAssignableFrom(type);
        boolean isPublic = java.lang.reflect.Modifier.isPublic(type.getModifiers());
        return (isContainer && isPublic)
                || name.startsWith("java.util.Collections$Synchronized")
                || name.startsWith("dev.stint.hooks.jdk.TypeViews$") // made for who asks
                || name.equals("java.lang.StringBuffer")
                || name.equals("java.lang.StringBuilder")
                || name.startsWith("java.util.concurrent.atomic.")
                || name.startsWith("java.util.concurrent.locks.Reentrant")
                || name.equals("java.util.Random")
                || name.equals("java.util.Date")
                || name.equals("java.io.ByteArrayOutputStream")
                || name.equals("java.io.ByteArrayInputStream")
                || name.equals("java.io.StringWriter")
                || name.equals("java.io.StringReader");
    }

    /** True for classes that all tenants see: the JDK's, Stint's, and what is loaded with those. */
    private static boolean isShared(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null
                || loader == ClassLoader.getPlatformClassLoader()
                || loader == Rights.class.getClassLoader() // the JDK's own, if that is woven
                || loader == Delegate.current().getClass().getClassLoader();
    }
}
