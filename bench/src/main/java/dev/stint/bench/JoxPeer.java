package dev.stint.bench;

import com.softwaremill.jox.structured.Fork;
import com.softwaremill.jox.structured.Scopes;
import java.util.ArrayList;

/** jox's supervised scopes, which stand on those of the JDK, and its channels. */
final class JoxPeer implements Peer {
    @Override
    public long skynet(int leaves) throws Exception {
        return VirtualThreadPeer.call(() -> skynet(0, leaves));
    }

    private static long skynet(long first, int leaves) throws Exception {
        if (leaves == 1) {
            return first;
        }
        int each = leaves / SkynetBench.CHILDREN;
        return Scopes.<Long>supervised(
                scope -> {
                    var children = new ArrayList<Fork<Long>>(SkynetBench.CHILDREN);
                    for (int i = 0; i < SkynetBench.CHILDREN; i++) {
                        long from = first + (long) i * each;
                        children.add(scope.fork(() -> skynet(from, each)));
                    }
                    long sum = 0;
                    for (Fork<Long> child : children) {
                        sum += child.join();
                    }
                    return sum;
                });
    }

    @Override
    public int nest(int levels) throws Exception {
        return VirtualThreadPeer.call(() -> nestHere(levels));
    }

    private static int nestHere(int levels) throws Exception {
        return levels == 1
                ? 1
                : Scopes.<Integer>supervised(
                        scope -> scope.fork(() -> nestHere(levels - 1)).join() + 1);
    }

    @Override
    public ChannelShapes channels() {
        return new JoxChannels();
    }
}
