package dev.stint.weave;

import dev.stint.weave.internal.files.JdkClasses;
import dev.stint.weave.internal.files.Resources;
import dev.stint.weave.internal.jar.PrivateCopies;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The private copies as they are once woven: the same bytes for all tenants of one surface, so each
 * is woven once and not for every tenant that splits a string. Each tenant still has classes of its
 * own, which count in its limits.
 *
 * <p>What is shared must not depend on any tenant. So a copy is woven by a weaver that knows
 * copies, the JDK and the hooks, and no class of a tenant or of what its host lends.
 */
final class WovenCopies {
    /** By surface, and gone with it: what is kept of one has no way to it. */
    private static final Map<Surface, WovenCopies> ALL =
            Collections.synchronizedMap(new WeakHashMap<>());

    private static final String HOOKS = "dev/stint/hooks/";

    private final Map<Key, WovenClass> woven = new ConcurrentHashMap<>();

    private WovenCopies() {}

    private record Key(String name, boolean modelsStack) {}

    /** Those for a surface, as the host gave it. */
    static WovenCopies of(Surface surface) {
        return ALL.computeIfAbsent(surface, each -> new WovenCopies());
    }

    /**
     * A copy, woven.
     *
     * @param surface the one that these are for
     * @param file of the copy, which is the same whoever asks
     */
    WovenClass get(Surface surface, boolean modelsStack, String name, byte[] file) {
        var key = new Key(name, modelsStack);
        WovenClass found = woven.get(key);
        if (found == null) { // two that come at once may both weave it, and none waits
            found = weaver(surface, modelsStack).weaveAndReport(file);
            woven.put(key, found);
        }
        return found;
    }

    private static Weaver weaver(Surface surface, boolean modelsStack) {
        ClassSource copies = new PrivateCopies(type -> Optional.empty());
        Weaver weaver = Weaver.of(copies, WovenCopies::ofOthers, PrivateCopies.over(surface));
        return modelsStack ? weaver.withModelledStack() : weaver;
    }

    private static Optional<byte[]> ofOthers(String internalName) {
        byte[] found = JdkClasses.find(internalName);
        return found == null && internalName.startsWith(HOOKS)
                ? Optional.ofNullable(
                        Resources.read(WovenCopies.class.getClassLoader(), internalName + ".class"))
                : Optional.ofNullable(found);
    }
}
