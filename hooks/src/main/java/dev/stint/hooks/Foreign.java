package dev.stint.hooks;

/**
 * Speaks of what a tenant has thrown without asking it: code of its class would run unmetered, on
 * the thread of whoever wants to know.
 */
public final class Foreign {
    private Foreign() {}

    /** Like {@code toString}, unless that is a tenant's code. */
    public static String inWords(Throwable thrown) {
        boolean safe =
                answers(thrown, "toString")
                        && answers(thrown, "getMessage")
                        && answers(thrown, "getLocalizedMessage");
        return safe ? thrown.toString() : thrown.getClass().getName();
    }

    /** True if a method without parameters is not a tenant's. */
    public static boolean answers(Throwable thrown, String method) {
        Class<?> type = thrown.getClass();
        if (!(type.getClassLoader() instanceof TenantLoader)) {
            return true;
        }
        try {
            ClassLoader by = type.getMethod(method).getDeclaringClass().getClassLoader();
            return !(by instanceof TenantLoader);
        } catch (NoSuchMethodException | LinkageError e) {
            return false;
        }
    }
}
