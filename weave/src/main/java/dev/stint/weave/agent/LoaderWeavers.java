package dev.stint.weave.agent;

import dev.stint.weave.ClassSource;
import dev.stint.weave.Weaver;
import dev.stint.weave.WovenClass;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The weavers of the agent: one for each class loader of the application, which knows the classes
 * that loader can find.
 */
final class LoaderWeavers {
    private final AgentRules rules;
    private final Map<ClassLoader, Loader> known = new WeakHashMap<>(); // guarded by itself

    LoaderWeavers(AgentRules rules) {
        this.rules = rules;
    }

    Loader of(ClassLoader loader) {
        synchronized (known) {
            return known.computeIfAbsent(loader, l -> new Loader(rules, l));
        }
    }

    /** One of them. Keeps no loader alive: it is itself the value of a weak map. */
    static final class Loader {
        private final AgentRules rules;
        private final WeakReference<ClassLoader> asked;
        private final boolean keepsFiles;
        private final Map<String, byte[]> files = new ConcurrentHashMap<>();
        private final Weaver weaver;

        private Loader(AgentRules rules, ClassLoader loader) {
            ClassLoader nearest = nearestOfJdk(loader);
            this.rules = rules;
            this.asked = new WeakReference<>(nearest);
            this.keepsFiles = nearest != loader;
            Weaver lenient =
                    Weaver.of(
                            name -> isOwn(name) ? find(name) : Optional.empty(),
                            ClassSource.ofJdk().orElse(this::find),
                            rules.surface());
            this.weaver = rules.isStrict() ? lenient.strict() : lenient;
        }

        /** The nearest loader that is the JDK's own, and so runs no code of the application. */
        private static ClassLoader nearestOfJdk(ClassLoader loader) {
            for (ClassLoader at = loader; at != null; at = at.getParent()) {
                if (at.getClass().getClassLoader() == null) {
                    return at;
                }
            }
            return ClassLoader.getPlatformClassLoader();
        }

        private boolean isOwn(String internalName) {
            if (!rules.names(internalName.replace('/', '.'))) {
                return false;
            }
            ClassLoader loader = asked.get();
            URL url = loader == null ? null : loader.getResource(internalName + ".class");
            return url == null || !url.getProtocol().equals("jrt");
        }

        private Optional<byte[]> find(String internalName) {
            byte[] kept = files.get(internalName);
            ClassLoader loader = asked.get();
            if (kept != null || loader == null) {
                return Optional.ofNullable(kept);
            }
            try (InputStream in = loader.getResourceAsStream(internalName + ".class")) {
                return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
            } catch (IOException e) {
                return Optional.empty(); // the JVM will not find it either
            }
        }

        WovenClass weave(String internalName, byte[] file) {
            if (keepsFiles) {
                files.put(internalName, file); // there will be nobody to ask for it
            }
            return weaver.weaveAndReport(file);
        }
    }
}
