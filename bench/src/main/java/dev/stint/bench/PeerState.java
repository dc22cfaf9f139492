package dev.stint.bench;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The implementation under measurement. {@link Shape} sets the parameters; see {@link Jmh}. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets the fields
public class PeerState {
    @Param("stint")
    public String impl;

    @Param("2")
    public int workers;

    @Param("1000")
    public int size;

    private Peer peer;

    @Setup
    public void open() {
        peer = Impl.of(impl).open(workers);
    }

    @TearDown
    public void close() {
        peer.close();
    }

    Peer peer() {
        return peer;
    }
}
