package dev.stint.weave.reference;

import java.lang.invoke.MethodType;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who inherits what: which method is meant, and whether the JDK may call it. */
final class Ancestry {
    /**
     * What a virtual call runs.
     *
     * @param method null if it is a method of the JDK
     * @param costsMore true if the JDK may call it by this receiver's class, though not by its own:
     *     an inherited method that implements an interface of the heir
     */
    record Selection(@Nullable Method method, boolean costsMore) {}

    private record Question(Class<?> receiver, String name, String descriptor) {}

    private final Shells shells;
    private final Map<Question, Selection> answers = new HashMap<>();

    Ancestry(Shells shells) {
        this.shells = shells;
    }

    /**
     * True if a class or interface of the JDK above the given one declares a method that this one
     * overrides or implements in objects of the class.
     */
    boolean declaredInJdk(Class<?> type, Method method) {
        if (!method.isVirtual()) {
            return false;
        }
        String descriptor = method.type().descriptorString();
        for (Class<?> ancestor : ancestors(type)) {
            if (shells.tenantOf(ancestor) == null
                    && declares(ancestor, method.name(), descriptor)) {
                return true;
            }
        }
        return false;
    }

    private static boolean declares(Class<?> type, String name, String descriptor) {
        for (java.lang.reflect.Method method : type.getDeclaredMethods()) {
            int modifiers = method.getModifiers();
            if (method.getName().equals(name)
                    && !Modifier.isStatic(modifiers)
                    && (Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers))
                    && MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                            .descriptorString()
                            .equals(descriptor)) {
                return true;
            }
        }
        return false;
    }

    /** All superclasses and superinterfaces, nearest classes first. */
    private static Set<Class<?>> ancestors(Class<?> type) {
        Set<Class<?>> found = new LinkedHashSet<>();
        Deque<Class<?>> ahead = new ArrayDeque<>();
        ahead.add(type);
        while (!ahead.isEmpty()) {
            Class<?> next = ahead.remove();
            if (next.getSuperclass() != null && found.add(next.getSuperclass())) {
                ahead.add(next.getSuperclass());
            }
            for (Class<?> parent : next.getInterfaces()) {
                if (found.add(parent)) {
                    ahead.add(parent);
                }
            }
        }
        if (type.isInterface()) {
            found.add(Object.class);
        }
        return found;
    }

    /** The interpreted method that a reference names; null if it is one of the JDK. */
    @Nullable Method resolve(Class<?> owner, String name, String descriptor) {
        Method inClass = inClasses(owner, name, descriptor); // or the interface itself
        return inClass != null ? inClass : inInterfaces(owner, name, descriptor);
    }

    Selection select(Class<?> receiver, String name, String descriptor) {
        Question question = new Question(receiver, name, descriptor);
        Selection answer = answers.get(question);
        if (answer == null) {
            Method method = implementation(receiver, name, descriptor);
            boolean costsMore =
                    method != null
                            && declaredInJdk(receiver, method)
                            && !declaredInJdk(method.owner().shell(), method);
            answer = new Selection(method, costsMore);
            answers.put(question, answer);
        }
        return answer;
    }

    /** The interpreted method that a call on an object of the class runs; null if the JDK's. */
    private @Nullable Method implementation(Class<?> receiver, String name, String descriptor) {
        for (Class<?> type = receiver; type != null; type = type.getSuperclass()) {
            TenantClass tenant = shells.tenantOf(type);
            if (tenant == null) {
                if (declares(type, name, descriptor)) {
                    return null;
                }
                continue;
            }
            Method method = tenant.declared(name, descriptor);
            if (method != null && method.isVirtual()) {
                return method;
            }
        }
        return inInterfaces(receiver, name, descriptor);
    }

    private @Nullable Method inClasses(Class<?> owner, String name, String descriptor) {
        for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
            TenantClass tenant = shells.tenantOf(type);
            Method method = tenant == null ? null : tenant.declared(name, descriptor);
            if (method != null) {
                return method;
            }
        }
        return null;
    }

    /** The most specific default method, if an interpreted interface has it. */
    private @Nullable Method inInterfaces(Class<?> owner, String name, String descriptor) {
        @Nullable Method best = null;
        for (Class<?> type : ancestors(owner)) {
            TenantClass tenant = type.isInterface() ? shells.tenantOf(type) : null;
            Method method = tenant == null ? null : tenant.declared(name, descriptor);
            if (method != null
                    && method.isVirtual()
                    && !method.is(AccessFlag.ABSTRACT)
                    && (best == null || best.owner().shell().isAssignableFrom(type))) {
                best = method;
            }
        }
        return best;
    }
}
