package dev.stint.bench.kernel;

import java.util.Random;
import java.util.concurrent.Callable;

/** Loops with two conditions over bytes, as parsers have. */
public final class ByteScan implements Callable<Long> {
    private static final int TIMES = 3;

    private final byte[] text = new byte[1 << 20];

    public ByteScan() {
        var random = new Random(3);
        for (int i = 0; i < text.length; i++) {
            text[i] = (byte) (random.nextInt(5) == 0 ? ' ' : 'a' + random.nextInt(26));
        }
    }

    @Override
    public Long call() {
        long sum = 0;
        int words = 0;
        for (int time = 0; time < TIMES; time++) {
            int i = 0;
            while (i < text.length) {
                while (i < text.length && text[i] == ' ') {
                    i++;
                }
                int hash = 5381;
                while (i < text.length && text[i] != ' ') {
                    hash = hash * 33 + text[i];
                    i++;
                }
                words++;
                sum += hash;
            }
        }
        return sum + words;
    }
}
