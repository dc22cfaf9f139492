package dev.stint.bench.kernel;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Many small objects. */
public final class Trees implements Callable<Long> {
    private static final int TIMES = 60;
    private static final int DEPTH = 13;

    private record Tree(@Nullable Tree left, @Nullable Tree right) {
        int count() {
            return left == null || right == null ? 1 : 1 + left.count() + right.count();
        }
    }

    private static Tree make(int depth) {
        return depth == 0 ? new Tree(null, null) : new Tree(make(depth - 1), make(depth - 1));
    }

    @Override
    public Long call() {
        long nodes = 0;
        for (int i = 0; i < TIMES; i++) {
            nodes += make(DEPTH).count();
        }
        return nodes;
    }
}
