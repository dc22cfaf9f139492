package dev.stint.bench;

import dev.stint.config.Cores;
import java.util.Arrays;

/** Who answers a question: Stint, a peer, or the least that the JVM itself takes. */
enum Impl {
    STINT("stint"),
    STINT_BARE("stint-bare"),
    /** With a monitor that calls a worker stalled after two seconds only. */
    STINT_PATIENT("stint-patient"),
    VIRTUAL_THREADS("virtual-threads"),
    /** Virtual threads that hand over by a {@code LinkedTransferQueue}. */
    TRANSFER("virtual-threads-ltq"),
    /** Virtual threads in the scopes of {@code StructuredTaskScope}. */
    STRUCTURED("structured"),
    /** Virtual threads in jox's supervised scopes, or with its channels. */
    JOX("jox"),
    KOTLIN("kotlin"),
    /** Coroutines that no scope owns. */
    KOTLIN_GLOBAL("kotlin-global"),
    GO("go"),
    /** A pool of threads for each tenant, with the JDK's priorities for weights. */
    THREAD_POOLS("thread-pools"),
    /** Stint's tasks in Java, where {@link #STINT} are those in C. */
    JAVA_TASKS("java-tasks"),
    /** Coroutines of the Portable Coroutine Library, for C. */
    PCL("pcl"),
    /** Contexts of Boost.Context, for C. */
    BOOST("boost-context"),
    /** Plain Java, where others run scripts. */
    JAVA("java"),
    RHINO("rhino"),
    GROOVY("groovy"),
    LUAJ("luaj"),
    JRUBY("jruby"),
    KOTLIN_SCRIPT("kotlin-script"),
    FLOOR("floor"),
    FLOOR_VIRTUAL_THREAD("floor-virtual-thread"),
    FLOOR_HOT_TASK("floor-hot-task"),
    FLOOR_PUSH_POP("floor-push-pop"),
    SIM_RANDOM("sim-random"),
    SIM_PCT("sim-pct"),
    SIM_POS("sim-pos"),
    SIM_ROUND_ROBIN("sim-round-robin"),
    SIM_EXHAUSTIVE("sim-exhaustive");

    private final String label;

    Impl(String label) {
        this.label = label;
    }

    static Impl of(String label) {
        return Arrays.stream(values())
                .filter(impl -> impl.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no implementation " + label));
    }

    /** As it is called in rows and tables. */
    String label() {
        return label;
    }

    Peer open(int workers) {
        return switch (this) {
            case STINT -> new StintPeer(Cores.VIRTUAL, workers);
            case STINT_BARE -> new StintPeer(Cores.BARE, workers);
            case VIRTUAL_THREADS -> new VirtualThreadPeer();
            case TRANSFER -> new TransferPeer();
            case STRUCTURED -> new StructuredPeer();
            case JOX -> new JoxPeer();
            case KOTLIN -> new KotlinPeer();
            case KOTLIN_GLOBAL -> new KotlinGlobalPeer();
            case GO,
                    THREAD_POOLS,
                    JAVA_TASKS,
                    PCL,
                    BOOST,
                    STINT_PATIENT,
                    JAVA,
                    RHINO,
                    GROOVY,
                    LUAJ,
                    JRUBY,
                    KOTLIN_SCRIPT,
                    FLOOR,
                    FLOOR_VIRTUAL_THREAD,
                    FLOOR_HOT_TASK,
                    FLOOR_PUSH_POP,
                    SIM_RANDOM,
                    SIM_PCT,
                    SIM_POS,
                    SIM_ROUND_ROBIN,
                    SIM_EXHAUSTIVE ->
                    throw new IllegalArgumentException(label + " is not behind the Peer interface");
        };
    }
}
