package dev.stint.weave.agent;

import dev.stint.hooks.Chain;
import dev.stint.weave.internal.JdkWeaver;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The weaving of JDK classes in a running JVM, as a second line of defence. All of them are loaded
 * first, so that none comes later, and then changed at once.
 */
final class JdkWeaving {
    private JdkWeaving() {}

    /**
     * Weaves them.
     *
     * @param jvm one that can retransform
     * @throws IllegalStateException if that is not possible
     */
    static void weave(List<String> names, Instrumentation jvm) {
        List<Class<?>> classes = new ArrayList<>();
        for (String name : names) {
            try {
                classes.add(Class.forName(name, false, null));
            } catch (ClassNotFoundException | LinkageError e) {
                throw new IllegalStateException("class " + name + " cannot be loaded: " + e, e);
            }
        }
        var weaving = new Transformer(names);
        jvm.addTransformer(weaving, true);
        try {
            jvm.retransformClasses(classes.toArray(Class<?>[]::new));
        } catch (UnmodifiableClassException | LinkageError e) {
            throw new IllegalStateException("the JVM does not take the woven JDK: " + e, e);
        } finally {
            jvm.removeTransformer(weaving);
        }
        weaving.ensureAll();
        Chain.install(classes);
    }

    /** The JVM ignores what a transformer throws, so failures are kept. */
    private static final class Transformer implements ClassFileTransformer {
        private final Set<String> left;
        private final List<String> failures = new ArrayList<>();
        private final JdkWeaver weaver = JdkWeaver.create();

        Transformer(List<String> names) {
            this.left = new HashSet<>(names);
        }

        @Override
        public byte @Nullable [] transform(
                @Nullable Module module,
                @Nullable ClassLoader loader,
                @Nullable String internalName,
                @Nullable Class<?> redefined,
                @Nullable ProtectionDomain domain,
                byte[] file) {
            if (redefined == null || !left.remove(redefined.getName())) {
                return null;
            }
            try {
                return weaver.weave(file);
            } catch (Throwable e) {
                failures.add(redefined.getName() + ": " + e);
                return null;
            }
        }

        void ensureAll() {
            if (!failures.isEmpty() || !left.isEmpty()) {
                throw new IllegalStateException(
                        "of the JDK could not be woven "
                                + String.join(", ", failures)
                                + (left.isEmpty() ? "" : "; not asked about " + left));
            }
        }
    }
}
