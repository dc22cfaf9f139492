package dev.stint.libraries.popular;

import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.Callable;

/** Caches. */
public final class CaffeineCache implements Callable<String> {
    @Override
    public String call() throws Exception {
        var cache =
                Caffeine.newBuilder()
                        .maximumSize(10)
                        .executor(Runnable::run)
                        .recordStats()
                        .<Integer, String>build(key -> "v" + key);
        for (int i = 0; i < 50; i++) {
            String _ = cache.get(i % 7);
        }
        cache.put(100, "x");
        cache.invalidate(3);
        return cache.get(5)
                + cache.getIfPresent(100)
                + cache.getIfPresent(3)
                + cache.estimatedSize()
                + cache.stats().hitCount();
    }
}
