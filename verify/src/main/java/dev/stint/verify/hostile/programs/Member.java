package dev.stint.verify.hostile.programs;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A method or constructor that a tenant may call.
 *
 * @param owner the class that the call names
 */
record Member(Class<?> owner, Executable executable) {
    boolean isConstructor() {
        return executable instanceof Constructor<?>;
    }

    boolean isStatic() {
        return Modifier.isStatic(executable.getModifiers());
    }

    /** What the call leaves: the new object, the result, or {@code void}. */
    Class<?> result() {
        return executable instanceof Method method ? method.getReturnType() : owner;
    }

    /** What the call takes, the receiver first. */
    List<Class<?>> taken() {
        var all = new ArrayList<Class<?>>();
        if (!isConstructor() && !isStatic()) {
            all.add(owner);
        }
        all.addAll(List.of(executable.getParameterTypes()));
        return all;
    }

    String descriptor() {
        Class<?> result = executable instanceof Method method ? method.getReturnType() : void.class;
        return Stream.of(executable.getParameterTypes())
                .map(Class::descriptorString)
                .collect(Collectors.joining("", "(", ")" + result.descriptorString()));
    }

    /** True if a call may wait for a time: a worker with nothing else to do spins meanwhile. */
    boolean mayWait() {
        return List.of(executable.getParameterTypes()).stream()
                        .anyMatch(each -> each == Duration.class || each == TimeUnit.class)
                || executable.getName().equals("sleep")
                || executable.getName().equals("wait");
    }

    @Override
    public String toString() {
        return Stream.of(executable.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(
                        Collectors.joining(
                                ",",
                                owner.getName()
                                        + (isConstructor()
                                                ? "("
                                                : "." + executable.getName() + "("),
                                ")"));
    }
}
