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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The tenant's own copies of JDK classes whose work has no bound that could be priced, such as
 * regular expressions, or that keep for all what each should have for itself. A copy has another
 * name and is woven like the rest of the tenant, so it needs no price.
 *
 * <p>Most are made from the files of the running JDK. Where those reach for what is inside of it,
 * the hooks have a class of their own that does the same. The tenant's classes are read with the
 * names changed, so that they use the copies. The JDK itself goes on with the originals.
 */
public final class PrivateCopies implements ClassSource {
    private static final String EXPRESSIONS = "dev/stint/hooks/jdk/RegexMethods";
    private static final String OWN_EXPRESSIONS = "stint/regex/Expressions";

    /** Where the hooks have classes to be copied, and where the copies are. */
    private static final String WRITTEN = "dev/stint/hooks/own/";

    private static final String OWN = "stint/own/";

    /** Copied from the JDK: packages, and classes with those inside of them. */
    private static final Map<String, String> COPIED =
            Map.of(
                    "java/util/regex/", "stint/regex/",
                    "org/xml/sax/", "stint/sax/",
                    "org/w3c/dom/", "stint/dom/",
                    "java/io/StreamTokenizer", "stint/io/StreamTokenizer",
                    "java/io/SequenceInputStream", "stint/io/SequenceInputStream",
                    "java/util/concurrent/AbstractExecutorService",
                            "stint/concurrent/AbstractExecutorService",
                    "java/util/concurrent/ExecutorCompletionService",
                            "stint/concurrent/ExecutorCompletionService");

    /** Classes of the JDK in whose place there is one of the hooks. */
    private static final List<String> REPLACED =
            List.of(
                    "java/io/File",
                    "java/io/PushbackReader",
                    "java/lang/ClassValue",
                    "java/lang/Thread",
                    "java/lang/ThreadGroup",
                    "java/net/URLClassLoader",
                    "java/security/SecureClassLoader",
                    "java/util/ListResourceBundle",
                    "java/util/PropertyResourceBundle",
                    "java/util/ResourceBundle",
                    "java/util/Timer",
                    "java/util/TimerTask",
                    "java/util/concurrent/Executors",
                    "java/util/concurrent/FutureTask",
                    "java/util/concurrent/RejectedExecutionHandler",
                    "java/util/concurrent/ScheduledThreadPoolExecutor",
                    "java/util/concurrent/ThreadFactory",
                    "java/util/concurrent/ThreadPoolExecutor",
                    "java/util/concurrent/locks/LockSupport");

    /** What the copies that are written here call of the hooks; nothing else of a tenant does. */
    private static final Set<String> OF_COPIES =
            Set.of(
                    "dev/stint/hooks/Wakeup",
                    "dev/stint/hooks/jdk/TaskThreads",
                    "dev/stint/hooks/jdk/TaskThreads$Running");

    private static final Map<String, String> NAMES = names();

    /** The same for the files of copies. */
    private static final Map<String, String> NAMES_IN_COPIES = namesInCopies();

    /** Shared by all tenants: bytes, not classes. */
    private static final Map<String, byte[]> COPIES = new ConcurrentHashMap<>();

    private final ClassSource own;

    public PrivateCopies(ClassSource own) {
        this.own = own;
    }

    private static Map<String, String> names() {
        var names = new LinkedHashMap<>(COPIED);
        for (String name : REPLACED) {
            names.put(name, OWN + name.substring(name.lastIndexOf('/') + 1));
        }
        return Collections.unmodifiableMap(names);
    }

    private static Map<String, String> namesInCopies() {
        var names = new LinkedHashMap<>(NAMES);
        names.put(EXPRESSIONS, OWN_EXPRESSIONS);
        names.put(WRITTEN, OWN);
        return Collections.unmodifiableMap(names);
    }

    public static boolean isCopy(String internalName) {
        return internalName.startsWith("stint/") && original(internalName) != null;
    }

    /** True for the file of a copy, and not for another that has the name of one. */
    public static boolean isCopy(String internalName, byte[] file) {
        return COPIES.get(internalName) == file;
    }

    /** True if tenants have a copy of their own of this class of the JDK. */
    public static boolean isCopied(String internalName) {
        return NAMES.keySet().stream().anyMatch(name -> isNamed(internalName, name));
    }

    /** The binary name of a tenant's copy of a class of the JDK; the same name if it has none. */
    public static String meant(String className) {
        String internalName = className.replace('.', '/');
        for (var each : NAMES.entrySet()) {
            if (isNamed(internalName, each.getKey())) {
                String rest = internalName.substring(each.getKey().length());
                return (each.getValue() + rest).replace('/', '.');
            }
        }
        return className;
    }

    private static boolean isNamed(String internalName, String name) {
        return internalName.startsWith(name)
                && (name.endsWith("/")
                        || internalName.length() == name.length()
                        || internalName.charAt(name.length()) == '$');
    }

    @Override
    public Optional<byte[]> find(String internalName) {
        return isCopy(internalName)
                ? Optional.ofNullable(copy(internalName))
                : own.find(internalName).map(PrivateCopies::renamed);
    }

    /** A class file of the tenant's that uses the copies. */
    public static byte[] renamed(byte[] file) {
        return ClassRenaming.change(file, NAMES);
    }

    private static byte @Nullable [] copy(String internalName) {
        byte[] made = COPIES.get(internalName);
        String original = original(internalName);
        if (made == null && original != null) {
            byte[] file =
                    original.startsWith("dev/")
                            ? Resources.read(
                                    PrivateCopies.class.getClassLoader(), original + ".class")
                            : JdkClasses.find(original);
            made = file == null ? null : ClassRenaming.change(file, NAMES_IN_COPIES);
            if (made != null) {
                COPIES.put(internalName, made);
            }
        }
        return made;
    }

    /** Of what a class of this name is a copy; null if of nothing. */
    private static @Nullable String original(String copy) {
        if (copy.equals(OWN_EXPRESSIONS)) {
            return EXPRESSIONS;
        }
        if (copy.startsWith(OWN)) {
            return WRITTEN + copy.substring(OWN.length());
        }
        for (var each : COPIED.entrySet()) {
            if (isNamed(copy, each.getValue())) {
                return each.getKey() + copy.substring(each.getValue().length());
            }
        }
        return null;
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
            return OF_COPIES.contains(owner)
                    ? Ruling.Allowed.RULING
                    : surface.ofMethod(owner, name, descriptor);
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
