package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.task.Task;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * [FIBER:lifecycle] Nothing that one task leaves on its thread is seen by the next task on the same
 * core (D1).
 */
@Timeout(60)
class CoreReuseTest {
    private static final ThreadLocal<String> LOCAL = new ThreadLocal<>();
    private static final InheritableThreadLocal<String> INHERITABLE =
            new InheritableThreadLocal<>();

    @RegisterExtension final SchedulerLab lab = new SchedulerLab();

    /** What a task finds, and on which thread. */
    private record Found<T extends @Nullable Object>(long thread, T what) {}

    /**
     * Runs the task many times in a row on one worker, from one parent, so that they share a hot
     * core; returns what each found.
     */
    private <T extends @Nullable Object> List<Found<T>> inSequence(Callable<T> body)
            throws InterruptedException {
        Scheduler scheduler = lab.open(1);
        List<Found<T>> found =
                lab.join(
                        scheduler
                                .root()
                                .spawn(
                                        () -> {
                                            var tasks = new ArrayList<Task<Found<T>>>();
                                            for (int i = 0; i < 50; i++) {
                                                tasks.add(
                                                        scheduler
                                                                .root()
                                                                .spawn(
                                                                        () ->
                                                                                new Found<>(
                                                                                        Thread
                                                                                                .currentThread()
                                                                                                .threadId(),
                                                                                        body
                                                                                                .call())));
                                            }
                                            var all = new ArrayList<Found<T>>();
                                            for (Task<Found<T>> task : tasks) {
                                                all.add(task.await());
                                            }
                                            return all;
                                        }));
        // Or the test would not test anything: most share a thread with another.
        assertThat(found.stream().map(Found::thread).distinct().count()).isLessThan(25);
        return found;
    }

    @Test
    void threadLocal_ofOneTask_isUnknownToTheNext() throws Exception {
        assertThat(
                        inSequence(
                                () -> {
                                    String before = LOCAL.get();
                                    LOCAL.set("mine");
                                    return before;
                                }))
                .extracting(Found::what)
                .containsOnlyNulls();
    }

    @Test
    void inheritableThreadLocal_ofOneTask_isUnknownToTheNext() throws Exception {
        assertThat(
                        inSequence(
                                () -> {
                                    String before = INHERITABLE.get();
                                    INHERITABLE.set("mine");
                                    return before;
                                }))
                .extracting(Found::what)
                .containsOnlyNulls();
    }

    @Test
    void interruptFlag_ofOneTask_isNotTheNextOnes() throws Exception {
        assertThat(
                        inSequence(
                                () -> {
                                    boolean before = Thread.currentThread().isInterrupted();
                                    Thread.currentThread().interrupt();
                                    return before;
                                }))
                .extracting(Found::what)
                .containsOnly(false);
    }

    @Test
    void contextClassLoader_ofOneTask_isNotTheNextOnes() throws Exception {
        try (var foreign = new URLClassLoader(new URL[0])) {
            assertThat(
                            inSequence(
                                    () -> {
                                        Thread me = Thread.currentThread();
                                        ClassLoader before = me.getContextClassLoader();
                                        me.setContextClassLoader(foreign);
                                        return before;
                                    }))
                    .extracting(Found::what)
                    .containsOnly(ClassLoader.getSystemClassLoader());
        }
    }

    @Test
    void threadName_ofOneTask_isNotTheNextOnes() throws Exception {
        assertThat(
                        inSequence(
                                () -> {
                                    Thread me = Thread.currentThread();
                                    String before = me.getName();
                                    me.setName("mine");
                                    return before;
                                }))
                .extracting(Found::what)
                .containsOnly("");
    }

    @Test
    void threadLocals_ofASuspendedTask_stayItsOwn() throws Exception {
        Scheduler scheduler = lab.open(2);
        var tasks = new ArrayList<Task<@Nullable Void>>();
        for (int i = 0; i < 50; i++) {
            String mine = "task " + i;
            tasks.add(
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        LOCAL.set(mine);
                                        INHERITABLE.set(mine);
                                        for (int round = 0; round < 20; round++) {
                                            Stint.yield();
                                            scheduler
                                                    .root()
                                                    .spawn(() -> LOCAL.set("other"))
                                                    .await();
                                            assertThat(LOCAL.get()).isEqualTo(mine);
                                            assertThat(INHERITABLE.get()).isEqualTo(mine);
                                        }
                                    }));
        }
        lab.joinAll(tasks);
    }

    @Test
    void inheritableThreadLocal_ofSpawnerInsideOrOutside_isNotInherited() throws Exception {
        Scheduler scheduler = lab.open(1);
        INHERITABLE.set("outside");
        try {
            assertThat(lab.join(scheduler.root().<@Nullable String>spawn(() -> INHERITABLE.get())))
                    .isNull();
            @Nullable String inherited =
                    lab.join(
                            scheduler
                                    .root()
                                    .<@Nullable String>spawn(
                                            () -> {
                                                INHERITABLE.set("parent");
                                                return scheduler
                                                        .root()
                                                        .<@Nullable String>spawn(
                                                                () -> INHERITABLE.get())
                                                        .await();
                                            }));
            assertThat(inherited).isNull();
        } finally {
            INHERITABLE.remove();
        }
    }

    @Test
    void currentThread_inATask_isAVirtualThreadAndTheSameForAllItsLife() throws Exception {
        Scheduler scheduler = lab.open(2);
        var tasks = new ArrayList<Task<@Nullable Void>>();
        for (int i = 0; i < 100; i++) {
            tasks.add(
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        Thread me = Thread.currentThread();
                                        assertThat(me.isVirtual()).isTrue();
                                        for (int round = 0; round < 10; round++) {
                                            Stint.yield();
                                            assertThat(Thread.currentThread()).isSameAs(me);
                                        }
                                    }));
        }
        lab.joinAll(tasks);
    }

    @Test
    void currentTask_insideAndOutside_isTheTaskOrNone() throws Exception {
        Scheduler scheduler = lab.open(1);

        assertThat(Stint.currentTask()).isEmpty();
        Task<Long> task = scheduler.root().spawn(() -> Stint.currentTask().orElseThrow().id());

        assertThat(lab.join(task)).isEqualTo(task.id());
    }
}
