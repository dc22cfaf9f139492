package dev.stint.internal.stack;

import dev.stint.config.Cores;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import jdk.internal.vm.ThreadContainer;
import jdk.internal.vm.ThreadContainers;

/**
 * Makes the cores of one scheduler and knows those that are alive: every task that has started and
 * not ended is on exactly one of them, so this is also the list of started tasks.
 *
 * <p>Only carriers add and remove, never a mounted core: the set has locks inside.
 */
public final class CoreFactory {
    private final Cores kind;
    private final Set<Core> alive = ConcurrentHashMap.newKeySet();
    private final Container container;
    private final Object registration;

    public CoreFactory(Cores kind, String name) {
        this.kind = kind;
        this.container = new Container("stint/" + name);
        this.registration = ThreadContainers.registerContainer(container);
    }

    Core createFor(Job job) {
        Core core =
                job.isGuest()
                        ? new FiberCore()
                        : switch (kind) {
                            case VIRTUAL -> new VirtualCore(container);
                            case BARE -> new BareCore();
                        };
        alive.add(core);
        return core;
    }

    void ended(Core core) {
        alive.remove(core);
    }

    /** The jobs that have started and not ended. Any thread; a moving picture. */
    public List<Job> started() {
        return alive.stream()
                .<Job>mapMulti(
                        (core, out) -> {
                            Job job = core.job();
                            if (job != null && !job.isDone()) {
                                out.accept(job);
                            }
                        })
                .toList();
    }

    /** Takes the cores out of thread dumps. */
    public void close() {
        ThreadContainers.deregisterContainer(registration);
    }

    /** Groups the cores in thread dumps. Starting a thread in here costs nothing extra. */
    private final class Container extends ThreadContainer {
        private final String name;

        Container(String name) {
            super(true);
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Stream<Thread> threads() {
            return alive.stream().map(Core::thread).filter(Objects::nonNull);
        }
    }
}
