package dev.stint.weave.internal.jar;

import dev.stint.weave.ClassSource;
import dev.stint.weave.Ruling;
import dev.stint.weave.Surface;
import dev.stint.weave.internal.files.ClassRenaming;
import dev.stint.weave.internal.files.JdkClasses;
import dev.stint.weave.internal.files.Resources;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The tenant's own copies of JDK classes whose work has no bound that could be priced: regular
 * expressions. A copy has another name and is woven like the rest of the tenant.
 *
 * <p>Copies are made from the files of the running JDK. The tenant's classes are read with the
 * names changed, so that they use the copies. The JDK itself goes on with the originals.
 */
public final class PrivateCopies implements ClassSource {
    private static final String ORIGINAL = "java/util/regex/";
    private static final String COPY = "stint/regex/";
    private static final String EXPRESSIONS = "dev/stint/hooks/jdk/RegexMethods";
    private static final String OWN_EXPRESSIONS = COPY + "Expressions";
    private static final Map<String, String> NAMES =
            Map.of(ORIGINAL, COPY, EXPRESSIONS, OWN_EXPRESSIONS);

    /** Shared by all tenants: bytes, not classes. */
    private static final Map<String, byte[]> COPIES = new ConcurrentHashMap<>();

    private final ClassSource own;

    public PrivateCopies(ClassSource own) {
        this.own = own;
    }

    public static boolean isCopy(String internalName) {
        return internalName.startsWith(COPY);
    }

    @Override
    public Optional<byte[]> find(String internalName) {
        return isCopy(internalName)
                ? Optional.ofNullable(copy(internalName))
                : own.find(internalName)
                        .map(found -> ClassRenaming.change(found, Map.of(ORIGINAL, COPY)));
    }

    private static byte @Nullable [] copy(String internalName) {
        byte[] made = COPIES.get(internalName);
        if (made == null) {
            byte[] original = original(internalName);
            made = original == null ? null : ClassRenaming.change(original, NAMES);
            if (made != null) {
                COPIES.put(internalName, made);
            }
        }
        return made;
    }

    private static byte @Nullable [] original(String copy) {
        return copy.equals(OWN_EXPRESSIONS)
                ? Resources.read(PrivateCopies.class.getClassLoader(), EXPRESSIONS + ".class")
                : JdkClasses.find(ORIGINAL + copy.substring(COPY.length()));
    }

    /** True if a surface refuses the JDK's own regular expressions. */
    public static boolean isNeeded(Surface surface) {
        return surface.ofMethod(
                        "java/util/regex/Pattern",
                        "compile",
                        "(Ljava/lang/String;)Ljava/util/regex/Pattern;")
                instanceof Ruling.Refused;
    }

    public static Surface over(Surface surface) {
        return new Over(surface);
    }

    private record Over(Surface surface) implements Surface {
        private static final Set<String> OF_STRINGS =
                Set.of("matches", "replaceAll", "replaceFirst", "split", "splitWithDelimiters");

        @Override
        public Ruling ofMethod(String owner, String name, String descriptor) {
            MethodTypeDesc type = MethodTypeDesc.ofDescriptor(descriptor);
            if (owner.equals("java/lang/String") && OF_STRINGS.contains(name)) {
                return new Ruling.Replaced(
                        ClassDesc.ofInternalName(OWN_EXPRESSIONS),
                        name,
                        type.insertParameterTypes(0, ConstantDescs.CD_String));
            }
            if (owner.equals("jdk/internal/util/ArraysSupport") && name.equals("newLength")) {
                return new Ruling.Replaced(ClassDesc.ofInternalName(OWN_EXPRESSIONS), name, type);
            }
            return surface.ofMethod(owner, name, descriptor);
        }

        @Override
        public Ruling ofField(String owner, String name, String descriptor) {
            return surface.ofField(owner, name, descriptor);
        }

        @Override
        public Ruling ofAssignment(String owner, String name, String descriptor) {
            return surface.ofAssignment(owner, name, descriptor);
        }

        @Override
        public Ruling ofClass(String internalName) {
            return surface.ofClass(internalName);
        }

        @Override
        public Ruling ofOverride(String owner, String name, String descriptor) {
            return surface.ofOverride(owner, name, descriptor);
        }

        @Override
        public boolean guardsMonitors() {
            return surface.guardsMonitors();
        }
    }
}
