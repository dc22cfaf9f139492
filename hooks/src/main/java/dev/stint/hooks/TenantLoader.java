package dev.stint.hooks;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A class loader whose classes nobody trusts. Outside of their tasks they are asked nothing; and
 * what they reach by reflection, they reach through this.
 */
public interface TenantLoader {
    /** The loader of the tenant's jars, on which all others that it has stand. */
    TenantLoader home();

    /** As the tenant knows it: where it has written a loader itself, that one. */
    ClassLoader known();

    /**
     * The loader that stands behind one which the tenant has written. The JVM asks that, and it
     * asks the tenant's, and checks what it says.
     *
     * @throws AccessRefusedException if it is somebody else's
     */
    TenantLoader behind(ClassLoader written);

    /** True for classes of the tenant's own, whichever of its loaders has defined them. */
    boolean isOwn(Class<?> type);

    /**
     * Weaves a class and defines it here.
     *
     * @param name its binary name; null if the file is to say it
     * @throws AccessRefusedException if its name is not the tenant's to give
     * @throws LinkageError if it cannot be a class here
     */
    Class<?> define(@Nullable String name, byte[] file);

    /**
     * Weaves a class and defines it here, in the package of another.
     *
     * @throws IllegalArgumentException if its file says that it is of another package
     */
    Class<?> defineBeside(Class<?> neighbour, byte[] file);

    /** The class that a name stands for here, if that is decided. */
    Optional<Class<?>> decided(String name);

    /**
     * The name of the class that the tenant has in the place of one of the JDK's; the same name for
     * any other. Its code is loaded with such names changed, and a text in it is not.
     */
    String meant(String className);

    /** True for the tenant's own classes, and those that its surface lets it name. */
    boolean isOpen(Class<?> type);

    /**
     * False for a class of the JDK that the tenant may not have. It is not loaded to find out: what
     * is loaded stays.
     *
     * @param className its binary name; it is no array
     */
    boolean isOpen(String className);

    /**
     * What to call in the place of a member. A member of the tenant's own is made accessible. For
     * one from outside it is a static method of woven code, which takes the receiver first.
     *
     * @throws AccessRefusedException if the tenant must not reach it
     * @throws IllegalAccessException if it is from outside and not public
     */
    AccessibleObject callable(Member member) throws IllegalAccessException;

    /**
     * The class of the proxies for some interfaces, a woven one. Its only constructor takes the
     * handler, and the methods that it is told: those of {@link #proxyMethods(Class)}.
     *
     * @throws IllegalArgumentException if there can be none
     * @throws AccessRefusedException if the tenant must not have one
     */
    Class<?> proxyClass(List<Class<?>> interfaces);

    /** The methods that the constructor of a proxy class takes. */
    List<Method> proxyMethods(Class<?> proxyClass);

    /** True for a class that {@link #proxyClass} gave. */
    boolean isProxyClass(Class<?> type);

    /**
     * How many classes the file of one of its classes names as members of its nest or as its
     * subclasses. Reflection looks for all of them, each time, and leaves out who is missing.
     */
    int countRelatives(Class<?> type);

    /** How many resources of its own have that name. */
    int countResources(String name);

    /**
     * One of them.
     *
     * @param at which, from 0 on
     * @throws IOException if it cannot be read
     */
    InputStream openResource(String name, int at) throws IOException;
}
