package dev.stint.bench;

import java.util.ArrayList;

/** Channels between virtual threads, which are joined one by one. */
abstract class ThreadChannels<C> extends BlockingChannels<C> {
    @Override
    final long run(Main main) throws Exception {
        return VirtualThreadPeer.call(
                () -> {
                    var threads = new ArrayList<Thread>();
                    long answer = main.run(job -> threads.add(VirtualThreadPeer.start(job::run)));
                    for (Thread thread : threads) {
                        thread.join();
                    }
                    return answer;
                });
    }
}
