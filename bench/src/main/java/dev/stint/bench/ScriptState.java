package dev.stint.bench;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The kernels, compiled by one implementation. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets the fields
public class ScriptState {
    @Param("stint")
    public String impl;

    @Param("1")
    public int workers;

    /** Milliseconds for all kernels together. */
    @Param("1000")
    public int size;

    private final Map<ScriptKernel, LongSupplier> kernels = new EnumMap<>(ScriptKernel.class);
    private @Nullable Scripts scripts; // null: plain Java
    private @Nullable ScriptTasks tasks; // null: they are not Stint's
    private double firstHello;

    @Setup
    public void open() {
        Impl who = Impl.of(impl);
        if (who == Impl.JAVA) {
            for (ScriptKernel kernel : ScriptKernel.values()) {
                kernels.put(kernel, kernel.twin());
            }
            return;
        }
        Scripts opened = Scripts.open(who);
        scripts = opened;
        firstHello = LanguageBench.hello(opened, 0);
        tasks = opened instanceof StintScripts stint ? new ScriptTasks(stint, size) : null;
        for (ScriptKernel kernel : ScriptKernel.values()) {
            kernels.put(kernel, opened.compile(kernel.text(opened.ending())));
        }
    }

    @TearDown
    public void close() {
        if (scripts != null) {
            scripts.close();
        }
    }

    Map<ScriptKernel, LongSupplier> kernels() {
        return kernels;
    }

    /** Null for plain Java. */
    @Nullable Scripts scripts() {
        return scripts;
    }

    /** Null if the scripts are not Stint's. */
    @Nullable ScriptTasks tasks() {
        return tasks;
    }

    /** From the first text that this JVM has seen to its result, in milliseconds. */
    double firstHello() {
        return firstHello;
    }
}
