package dev.stint.bench;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Work that is done by the JDK's own code: what a thread outside of Stint would do. */
final class JdkWork implements Callable<Object> {
    private static final Pattern WORDS = Pattern.compile("([a-z]+)(\\d+)\\s*");

    private final int[] numbers = new Random(5).ints(60_000).toArray();
    private final String text =
            IntStream.range(0, 4_000).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));

    @Override
    public Object call() {
        return maps() + sorts() + patterns() + powers() + streams() + formats();
    }

    private long maps() {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int number : numbers) {
            counts.merge(number & 0xfff, 1, Integer::sum);
        }
        return counts.hashCode();
    }

    private long sorts() {
        Integer[] boxed = Arrays.stream(numbers).limit(10_000).boxed().toArray(Integer[]::new);
        Arrays.sort(boxed, (a, b) -> Integer.compare(b, a));
        return boxed[17];
    }

    private long patterns() {
        var matcher = WORDS.matcher(text);
        long sum = 0;
        while (matcher.find()) {
            sum += matcher.group(2).length();
        }
        return sum;
    }

    private static long powers() {
        return BigInteger.valueOf(7).pow(9_000).mod(BigInteger.valueOf(1_000_003)).longValue();
    }

    private long streams() {
        return Arrays.stream(numbers).filter(n -> n % 3 == 0).mapToLong(n -> n * 2L).sum();
    }

    private static long formats() {
        long sum = 0;
        for (int i = 0; i < 1_000; i++) {
            sum += String.format(Locale.ROOT, "%05d %s", i, "x").hashCode();
        }
        return sum;
    }
}
