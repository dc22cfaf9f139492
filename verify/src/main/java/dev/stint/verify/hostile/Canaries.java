package dev.stint.verify.hostile;

import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.text.Normalizer;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Calls of the JDK whose answers are known: if one changes, somebody has broken it for all. */
public final class Canaries {
    private final Map<String, Callable<Object>> calls = new LinkedHashMap<>();
    private final Map<String, Object> answers = new LinkedHashMap<>();

    /** Asks for the first time. */
    public Canaries() {
        calls.put("format", () -> String.format(Locale.GERMANY, "%08.3f %x %tF", 3.5, 255, day()));
        calls.put("regex", () -> Pattern.compile("(a+)(b|c)*").matcher("aabcb").replaceAll("$2"));
        calls.put(
                "streams",
                () ->
                        IntStream.range(0, 100)
                                .boxed()
                                .collect(Collectors.groupingBy(i -> i % 3, Collectors.counting())));
        calls.put("parallel", () -> IntStream.range(0, 1_000).parallel().sum());
        calls.put(
                "charset",
                () ->
                        new String(
                                "gr\u00fc\u00df".getBytes(Charset.forName("UTF-16")),
                                StandardCharsets.UTF_16));
        calls.put("unknown charset", () -> Charset.isSupported("nosuch"));
        calls.put("locale", () -> Locale.forLanguageTag("tr-TR").getDisplayCountry(Locale.ENGLISH));
        calls.put("case", () -> "title".toUpperCase(Locale.forLanguageTag("tr")));
        calls.put(
                "date",
                () -> day().format(DateTimeFormatter.ofPattern("EEEE d MMMM uuuu", Locale.US)));
        calls.put(
                "zone",
                () -> ZonedDateTime.of(day().atTime(1, 2), ZoneId.of("Europe/Berlin")).toString());
        calls.put("decimal", () -> new BigDecimal("1e-40").add(BigDecimal.TEN).toPlainString());
        calls.put(
                "message",
                () ->
                        new MessageFormat("{0,number} {1}", Locale.ROOT)
                                .format(new Object[] {1234, "x"}));
        calls.put(
                "normal form", () -> Normalizer.normalize("\u00e9", Normalizer.Form.NFD).length());
        calls.put("base 64", () -> Base64.getEncoder().encodeToString(new byte[] {1, 2, 3, 4}));
        calls.put("name", () -> UUID.nameUUIDFromBytes(new byte[] {1}).toString());
        calls.put(
                "future",
                () -> CompletableFuture.supplyAsync(() -> 7).thenApply(i -> i + 1).join());
        calls.put("map", () -> new ConcurrentHashMap<>(Map.of("a", 1)).merge("a", 2, Integer::sum));
        calls.put("exception", () -> new IllegalStateException("x", new Error("y")).toString());
        calls.put("switch", () -> named(Map.of()));
        calls.put("records", () -> new Pair("a", 1).toString() + new Pair("a", 1).hashCode());
        calls.put("property", () -> String.valueOf(System.getProperty("java.version")));
        calls.put("default locale", () -> Locale.getDefault());
        calls.put("default zone", () -> ZoneId.systemDefault());
        calls.forEach((name, call) -> answers.put(name, answer(call)));
    }

    private record Pair(String first, int second) {}

    private static LocalDate day() {
        return LocalDate.of(2024, 2, 29);
    }

    private static String named(Object any) {
        return switch (any) {
            case String s -> s;
            case Map<?, ?> map when map.isEmpty() -> "none";
            default -> "other";
        };
    }

    /** Makes one answer wrong, to see that it is noticed. */
    public void spoil() {
        answers.put("format", "something else");
    }

    /** What has changed since the first time. */
    public List<String> broken() {
        var found = new ArrayList<String>();
        calls.forEach(
                (name, call) -> {
                    Object now = answer(call);
                    if (!now.equals(answers.get(name))) {
                        found.add(
                                "%s of the JDK gives %s instead of %s"
                                        .formatted(name, now, answers.get(name)));
                    }
                });
        return found;
    }

    private static Object answer(Callable<Object> call) {
        try {
            return call.call();
        } catch (Exception | LinkageError | StackOverflowError e) {
            return "thrown: " + e;
        }
    }
}
