package dev.stint.weave.agent;

import dev.stint.hooks.Hook;
import dev.stint.hooks.Meter;
import dev.stint.weave.ClassReport;
import dev.stint.weave.Refusal;
import dev.stint.weave.WeaveRefusedException;
import dev.stint.weave.WeaveReport;
import dev.stint.weave.WovenClass;
import dev.stint.weave.internal.jar.AlreadyWoven;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The agent's transformer, which weaves classes on their way into the JVM.
 *
 * <p>If a transformer throws, the JVM loads the class as it is. So nothing is thrown here: what
 * cannot be woven becomes a {@link ThrowingStub}, or bytes that are no class.
 *
 * <p>While a thread is in here the JVM shows it no further classes. So nothing in here may run code
 * of the application, which could load some: class files are asked only of loaders of the JDK.
 */
final class WeavingTransformer implements ClassFileTransformer {
    private static final byte[] NO_CLASS = new byte[4];

    private final AgentRules rules;
    private final Instrumentation jvm;
    private final @Nullable URL agent;
    private final LoaderWeavers loaders;
    private final Queue<ClassReport> woven = new ConcurrentLinkedQueue<>();
    private final Queue<Refusal> refused = new ConcurrentLinkedQueue<>();

    WeavingTransformer(AgentRules rules, Instrumentation jvm) {
        this.rules = rules;
        this.jvm = jvm;
        this.agent = location(WeavingTransformer.class.getProtectionDomain());
        this.loaders = new LoaderWeavers(rules);
    }

    private static @Nullable URL location(@Nullable ProtectionDomain domain) {
        CodeSource source = domain == null ? null : domain.getCodeSource();
        return source == null ? null : source.getLocation();
    }

    /** True for a class that is loaded, and would have been woven. */
    boolean wouldWeave(Class<?> loaded) {
        return !loaded.isArray()
                && !loaded.isPrimitive()
                && !loaded.isHidden()
                && isMeant(loaded.getClassLoader(), loaded.getName(), loaded.getProtectionDomain());
    }

    private boolean isMeant(
            @Nullable ClassLoader loader, String name, @Nullable ProtectionDomain domain) {
        if (loader == null
                || loader == ClassLoader.getPlatformClassLoader()
                || loader.getClass().getName().startsWith("dev.stint.") // it weaves by itself
                || !rules.names(name)) {
            return false;
        }
        URL location = location(domain);
        return location == null || !(location.getProtocol().equals("jrt") || isAgent(location));
    }

    private boolean isAgent(URL location) {
        // As text: comparing URLs may ask the network.
        return agent != null && location.toExternalForm().equals(agent.toExternalForm());
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable Module module,
            @Nullable ClassLoader loader,
            @Nullable String internalName,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] file) {
        try {
            String name = (internalName == null ? nameIn(file) : internalName).replace('/', '.');
            if (loader == null || !isMeant(loader, name, domain)) {
                return null;
            }
            // The task that uses a class first does not pay for the weaving, if the JDK counts.
            return Meter.uncounted(() -> weave(module, loader, name, file));
        } catch (Throwable e) {
            Agent.say("class " + internalName + " is refused: weaving it failed with " + e);
            return NO_CLASS;
        }
    }

    /** Whoever defines a class need not say its name. */
    private static String nameIn(byte[] file) {
        return ClassFile.of().parse(file).thisClass().asInternalName();
    }

    private byte[] weave(@Nullable Module module, ClassLoader loader, String name, byte[] file) {
        try {
            AlreadyWoven.refuse(file);
            WovenClass result = loaders.of(loader).weave(name.replace('.', '/'), file);
            if (module != null && module.isNamed()) {
                letReadHooks(module);
            }
            woven.add(result.report());
            return result.bytes();
        } catch (WeaveRefusedException e) {
            Refusal why = e.refusal().inClass(name);
            refused.add(why);
            String message = "class " + name + " is refused: " + why.inWords();
            Agent.say(
                    message
                            + (message.endsWith(".") ? "" : ".")
                            + " Whoever uses it gets an error");
            return ThrowingStub.inPlaceOf(file, message, NO_CLASS);
        }
    }

    private void letReadHooks(Module module) {
        Module hooks = Hook.class.getModule();
        if (!module.canRead(hooks)) {
            jvm.redefineModule(module, Set.of(hooks), Map.of(), Map.of(), Set.of(), Map.of());
        }
    }

    // ---- the report

    void reportAtTheEnd(Path file) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> write(file), "stint-report"));
    }

    private void write(Path file) {
        var report = WeaveReport.of("the application", List.copyOf(woven), List.copyOf(refused));
        try {
            Files.writeString(file, report.inWords());
        } catch (IOException e) {
            Agent.say("the report cannot be written to " + file + ": " + e);
        }
    }
}
