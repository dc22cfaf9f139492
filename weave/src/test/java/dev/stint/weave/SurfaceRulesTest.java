package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.constant.MethodTypeDesc;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SurfaceRulesTest {
    private static final TableSurface SURFACE = Surface.ofTenant();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "java.lang.String constant | write 'java.lang.String: constant'",
                "'    repeat: constant' | below a class",
                "java.lang.String: cheap | a verdict is constant",
                "java.lang.String: refused because | there is no 'reason because: ...' above",
                "java.lang.Nothing: also | java.lang.Nothing is not above",
            })
    void plus_aLineThatIsNoRule_namesItAndSaysWhatIs(String line, String says) {
        assertThatThrownBy(() -> SURFACE.plus("rules.txt", "# rules\n" + line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rules.txt:2")
                .hasMessageContaining(says);
    }

    @Test
    void plus_aClassTwice_namesBothPlaces() {
        String line = "com.acme.Api: constant\n";

        assertThatThrownBy(() -> SURFACE.plus("rules.txt", line + line))
                .hasMessageContaining("rules.txt:2")
                .hasMessageContaining("rules.txt:1");
    }

    @Test
    void plus_aClassOfTheHost_opensItAndLeavesTheRest() {
        TableSurface wider = SURFACE.plus("rules.txt", "com.acme.Api: constant\n");

        assertThat(wider.ofMethod("com/acme/Api", "ask", "()V")).isEqualTo(Ruling.Allowed.RULING);
        assertThat(wider.ofMethod("com/acme/Other", "ask", "()V"))
                .isInstanceOf(Ruling.Refused.class);
        assertThat(SURFACE.ofMethod("com/acme/Api", "ask", "()V"))
                .isInstanceOf(Ruling.Refused.class);
        assertThat(refusal(wider, "java/lang/System", "exit", "(I)V")).contains("the host");
    }

    @Test
    void plus_aMemberOfAClassThatIsThere_changesThatMemberOnly() {
        TableSurface wider =
                SURFACE.plus("rules.txt", "java.lang.Runtime: also\n    maxMemory: constant\n");

        assertThat(wider.ofMethod("java/lang/Runtime", "maxMemory", "()J"))
                .isEqualTo(Ruling.Allowed.RULING);
        assertThat(wider.ofMethod("java/lang/System", "exit", "(I)V"))
                .isInstanceOf(Ruling.Refused.class);
        assertThat(SURFACE.ofMethod("java/lang/Runtime", "maxMemory", "()J"))
                .as("the surface that it was made from")
                .isInstanceOf(Ruling.Refused.class);
    }

    @Test
    void ofMethod_aPricedOne_namesTheFunctionAndWhatItTakes() {
        assertThat(SURFACE.ofMethod("java/lang/String", "repeat", "(I)Ljava/lang/String;"))
                .isInstanceOfSatisfying(
                        Ruling.Priced.class,
                        price -> {
                            assertThat(price.name()).isEqualTo("text(len(a)*max(0, b))");
                            assertThat(price.type())
                                    .isEqualTo(
                                            MethodTypeDesc.ofDescriptor("(Ljava/lang/String;I)V"));
                        });
    }

    @Test
    void ofMethod_ofAnArray_isThatOfAllArrays() {
        assertThat(SURFACE.ofMethod("[I", "clone", "()Ljava/lang/Object;"))
                .isInstanceOf(Ruling.Priced.class);
    }

    /** What design.md lists as threats, and what an issue of the kind would try next. */
    @ParameterizedTest
    @CsvSource({
        "java/lang/System, exit, (I)V",
        "java/lang/System, load, (Ljava/lang/String;)V",
        "java/lang/System, loadLibrary, (Ljava/lang/String;)V",
        "java/lang/Runtime, maxMemory, ()J",
        "java/lang/System, setOut, (Ljava/io/PrintStream;)V",
        "java/lang/Runtime, totalMemory, ()J",
        "java/lang/Runtime, halt, (I)V",
        "java/lang/Runtime, exec, (Ljava/lang/String;)Ljava/lang/Process;",
        "java/lang/Runtime, addShutdownHook, (Ljava/lang/Thread;)V",
        "java/lang/ProcessBuilder, <init>, (Ljava/util/List;)V",
        "java/lang/Thread, <init>, (Ljava/lang/Runnable;)V",
        "java/lang/Thread, start, ()V",
        "java/lang/Thread, ofVirtual, ()Ljava/lang/Thread$Builder$OfVirtual;",
        "java/lang/Thread, getAllStackTraces, ()Ljava/util/Map;",
        "java/lang/Class, forName, (Ljava/lang/Module;Ljava/lang/String;)Ljava/lang/Class;",
        "java/lang/Module, getResourceAsStream, (Ljava/lang/String;)Ljava/io/InputStream;",
        "java/lang/Class, getSigners, ()[Ljava/lang/Object;",
        "java/lang/reflect/AccessibleObject, <init>, ()V",
        "java/lang/reflect/Proxy, getProxyClass,"
                + " '(Ljava/lang/ClassLoader;[Ljava/lang/Class;)Ljava/lang/Class;'",
        "java/lang/invoke/MethodHandles, identity,"
                + " (Ljava/lang/Class;)Ljava/lang/invoke/MethodHandle;",
        "java/lang/invoke/MethodHandle, invokeWithArguments,"
                + " ([Ljava/lang/Object;)Ljava/lang/Object;",
        "java/lang/ClassLoader, setDefaultAssertionStatus, (Z)V",
        "java/lang/ClassLoader, getPlatformClassLoader, ()Ljava/lang/ClassLoader;",
        "java/util/ServiceLoader, reload, ()V",
        "java/lang/ref/Cleaner, create, ()Ljava/lang/ref/Cleaner;",
        "java/lang/Object, finalize, ()V",
        "java/io/ObjectInputStream, <init>, (Ljava/io/InputStream;)V",
        "java/io/FileInputStream, <init>, (Ljava/lang/String;)V",
        "java/io/PrintStream, <init>, (Ljava/lang/String;)V",
        "java/io/PrintWriter, <init>, (Ljava/lang/String;)V",
        "java/net/ServerSocket, <init>, (I)V",
        "java/net/URL, getContent, ()Ljava/lang/Object;",
        "java/net/URI, toURL, ()Ljava/net/URL;",
        "java/util/Timer, <init>, ()V",
        "java/util/concurrent/Executors, newCachedThreadPool,"
                + " ()Ljava/util/concurrent/ExecutorService;",
        "java/util/concurrent/ForkJoinPool, commonPool, ()Ljava/util/concurrent/ForkJoinPool;",
        "java/util/concurrent/CompletableFuture, delayedExecutor,"
                + " (JLjava/util/concurrent/TimeUnit;)Ljava/util/concurrent/Executor;",
        "java/util/concurrent/locks/LockSupport, park, ()V",
        "java/util/concurrent/ConcurrentHashMap, forEach, (JLjava/util/function/BiConsumer;)V",
        "java/util/Arrays, parallelSort, ([I)V",
        "java/util/regex/Pattern, compile, (Ljava/lang/String;)Ljava/util/regex/Pattern;",
        "java/lang/String, replaceAll,"
                + " (Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
        "java/util/Scanner, <init>, (Ljava/lang/String;)V",
        "java/security/SecureRandom, <init>, ()V",
        "sun/misc/Unsafe, getUnsafe, ()Lsun/misc/Unsafe;",
        "jdk/internal/misc/Unsafe, getUnsafe, ()Ljdk/internal/misc/Unsafe;",
        "dev/stint/Scheduler, open, ()Ldev/stint/Scheduler;",
        "dev/stint/hooks/Hook, leave, (I)V",
        "dev/stint/internal/task/TaskImpl, currentOrNull, ()Ldev/stint/internal/task/TaskImpl;",
    })
    void ofMethod_whatATenantMustNotDo_isRefusedWithAReason(
            String owner, String name, String descriptor) {
        assertThat(refusal(SURFACE, owner, name, descriptor)).contains(".").hasSizeGreaterThan(30);
    }

    @ParameterizedTest
    @CsvSource({
        "java/lang/System, nanoTime, ()J",
        "java/lang/Math, random, ()D",
        "java/util/Random, <init>, ()V",
        "java/util/UUID, randomUUID, ()Ljava/util/UUID;",
        "java/time/Instant, now, ()Ljava/time/Instant;",
        "java/lang/Thread, sleep, (J)V",
        "java/util/Collection, parallelStream, ()Ljava/util/stream/Stream;",
        "java/util/stream/BaseStream, parallel, ()Ljava/util/stream/BaseStream;",
        "java/util/concurrent/CompletableFuture, runAsync,"
                + " (Ljava/lang/Runnable;)Ljava/util/concurrent/CompletableFuture;",
    })
    void ofMethod_timeChanceAndThreads_haveAStandIn(String owner, String name, String descriptor) {
        assertThat(SURFACE.ofMethod(owner, name, descriptor)).isInstanceOf(Ruling.Replaced.class);
    }

    @Test
    void ofField_theProcesssStreams_haveAStandIn() {
        assertThat(SURFACE.ofField("java/lang/System", "out", "Ljava/io/PrintStream;"))
                .isInstanceOf(Ruling.Replaced.class);
    }

    private static String refusal(Surface surface, String owner, String name, String descriptor) {
        return surface.ofMethod(owner, name, descriptor) instanceof Ruling.Refused refused
                ? refused.inWords()
                : "";
    }
}
