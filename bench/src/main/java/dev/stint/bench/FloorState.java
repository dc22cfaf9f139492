package dev.stint.bench;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The parameters of a floor, which has no scheduler to open. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets the fields
public class FloorState {
    @Param("floor")
    public String impl;

    @Param("1")
    public int workers;

    @Param("1000")
    public int size;
}
