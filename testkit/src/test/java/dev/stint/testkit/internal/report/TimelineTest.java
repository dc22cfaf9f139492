package dev.stint.testkit.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.testkit.Programs;
import dev.stint.testkit.Sim;
import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.config.Strategy;
import dev.stint.testkit.result.SimFailure;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The files that show a run: the page with the timeline, and the trace for Perfetto. */
class TimelineTest {
    private static final String ODD = "<a> & \"b\" \u0001 \ud800 ]]> \u2603 \uD83D\uDE00 'c'";

    @TempDir private Path files = Path.of("");

    private SimFailure failureOf(SimConfig config, Sim.Body body) throws Exception {
        return Sim.explore(config.withFiles(files).withWorkers(2), body).failure().orElseThrow();
    }

    private SimFailure failureOf(Sim.Body body) throws Exception {
        return failureOf(SimConfig.defaults(), body);
    }

    private static String pageOf(SimFailure failure) throws Exception {
        return Files.readString(failure.files().timeline().orElseThrow());
    }

    private static Document parsed(String page) throws Exception {
        var factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        return factory.newDocumentBuilder()
                .parse(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Element> elements(Document page, String tag, String style) {
        List<Element> found = new ArrayList<>();
        NodeList all = page.getElementsByTagNameNS("*", tag);
        for (int i = 0; i < all.getLength(); i++) {
            if (all.item(i) instanceof Element element
                    && List.of(element.getAttribute("class").split(" ")).contains(style)) {
                found.add(element);
            }
        }
        return found;
    }

    private static List<String> texts(List<Element> elements) {
        return elements.stream().map(Element::getTextContent).toList();
    }

    private static List<Map<String, Object>> eventsOf(SimFailure failure) throws Exception {
        Path file = failure.files().perfetto().orElseThrow();
        var all = (Map<?, ?>) JsonReader.read(Files.readString(file));
        List<Map<String, Object>> events = new ArrayList<>();
        for (Object event : (List<?>) Objects.requireNonNull(all.get("traceEvents"))) {
            Map<String, Object> copy = new HashMap<>();
            ((Map<?, ?>) event).forEach((name, value) -> copy.put((String) name, value));
            events.add(copy);
        }
        return events;
    }

    // ---- the page

    @Test
    void page_hasLanesForWorkersAndTasks() throws Exception {
        Document page = parsed(pageOf(failureOf(Programs::childFails)));

        assertThat(texts(elements(page, "text", "l")))
                .containsExactly(
                        "worker 0", "worker 1", "body", "waits", "opens", "fails", "sleeps");
    }

    @Test
    void page_marksWaitsWakesJumpsInterruptionsAndTheFailure() throws Exception {
        Document fails = parsed(pageOf(failureOf(Programs::childFails)));
        assertThat(texts(elements(fails, "rect", "wait")))
                .anyMatch(
                        title -> title.contains("waits for a value in rendezvous channel 'never'"));
        assertThat(texts(elements(fails, "path", "link")))
                .anyMatch(title -> title.contains("the clock wakes fails"))
                .anyMatch(title -> title.contains("opens starts sleeps at Programs.java:"));
        assertThat(texts(elements(fails, "rect", "jump"))).anyMatch(t -> t.contains("1s"));
        assertThat(texts(elements(fails, "path", "bad")))
                .anyMatch(title -> title.contains("fails with"));

        Document both = parsed(pageOf(failureOf(Programs::seesBoth)));
        assertThat(texts(elements(both, "path", "cut")))
                .hasSize(2)
                .allMatch(title -> title.contains("is interrupted before phase."));
        assertThat(texts(elements(both, "circle", "op")))
                .anyMatch(title -> title.matches("phase.set at Programs.java:\\d+"));
    }

    @Test
    void page_needsNothingElse() throws Exception {
        String page = pageOf(failureOf(Programs::seesBoth));

        assertThat(page)
                .doesNotContain("<script")
                .doesNotContain("src=")
                .doesNotContain("href=")
                .contains("prefers-color-scheme: dark");
    }

    @Test
    void page_allColoursAreDefinedForLightAndDark() throws Exception {
        String page = pageOf(failureOf(Programs::childFails));
        String[] styles = page.split("@media", -1);

        for (int colour = 0; colour <= 8; colour++) {
            String rule = ".c" + colour + " {";
            assertThat(styles[0]).contains(rule);
            assertThat(styles[1]).contains(rule);
        }
    }

    @Test
    void oddNames_areEscaped() throws Exception {
        SimFailure failure =
                failureOf(
                        SimConfig.defaults().withName(ODD),
                        sim ->
                                sim.run(
                                        nursery ->
                                                nursery.spawn(
                                                        ODD,
                                                        () -> {
                                                            throw new IllegalStateException(ODD);
                                                        })));

        Document page = parsed(pageOf(failure));
        assertThat(texts(elements(page, "text", "l"))).anyMatch(name -> name.startsWith("<a> & "));
        assertThat(eventsOf(failure)).isNotEmpty();
    }

    @Test
    void thousandsOfTasks_areCounted() throws Exception {
        SimFailure failure =
                failureOf(
                        SimConfig.defaults().withStrategy(Strategy.random()).withShrinks(false),
                        sim -> {
                            sim.run(
                                    nursery -> {
                                        for (int i = 0; i < 3_000; i++) {
                                            nursery.spawn("t" + i, Sim::point);
                                        }
                                    });
                            throw new IllegalStateException("after all");
                        });

        String page = pageOf(failure);
        assertThat(texts(elements(parsed(page), "text", "l"))).hasSize(42);
        assertThat(texts(elements(parsed(page), "text", "m")))
                .anyMatch(text -> text.contains("tasks more"));
        assertThat(page).contains("are not shown").hasSizeLessThan(1_000_000);
    }

    // ---- Perfetto

    @Test
    void perfetto_hasATrackForEachWorkerAndTask() throws Exception {
        assertThat(eventsOf(failureOf(Programs::childFails)))
                .filteredOn(event -> "thread_name".equals(event.get("name")))
                .extracting(event -> String.valueOf(event.get("args")))
                .containsExactlyInAnyOrder(
                        "{name=worker 0}",
                        "{name=worker 1}",
                        "{name=body}",
                        "{name=waits}",
                        "{name=opens}",
                        "{name=fails}",
                        "{name=sleeps}");
    }

    @Test
    void perfetto_eventsHaveWhatTheFormatAsksFor() throws Exception {
        for (Map<String, Object> event : eventsOf(failureOf(Programs::childFails))) {
            assertThat(event).containsKeys("ph", "name", "pid", "tid");
            switch (String.valueOf(event.get("ph"))) {
                case "X" -> assertThat(event).containsKeys("ts", "dur");
                case "i" -> assertThat(event).containsKeys("ts", "s");
                case "s", "f" -> assertThat(event).containsKeys("ts", "id", "cat");
                case "M" -> assertThat(event).containsKey("args");
                default -> throw new AssertionError("unknown phase in " + event);
            }
        }
    }

    @Test
    void perfetto_eachArrowHasTwoEnds_andGoesForward() throws Exception {
        Map<Object, Long> begun = new HashMap<>();
        int arrows = 0;
        for (Map<String, Object> event : eventsOf(failureOf(Programs::childFails))) {
            long at = Long.parseLong(String.valueOf(event.getOrDefault("ts", "0")));
            if ("s".equals(event.get("ph"))) {
                begun.put(event.get("id"), at);
            } else if ("f".equals(event.get("ph"))) {
                assertThat(begun.remove(event.get("id"))).isNotNull().isLessThan(at);
                arrows++;
            }
        }
        assertThat(begun).isEmpty();
        assertThat(arrows).isGreaterThanOrEqualTo(4);
    }

    @Test
    void perfetto_slicesOfOneTrackDoNotOverlap() throws Exception {
        Map<String, Long> ends = new HashMap<>();
        List<Map<String, Object>> slices =
                eventsOf(failureOf(Programs::childFails)).stream()
                        .filter(event -> "X".equals(event.get("ph")))
                        .sorted(
                                Comparator.comparingLong(
                                        e -> Long.parseLong(String.valueOf(e.get("ts")))))
                        .toList();
        assertThat(slices).isNotEmpty();
        for (Map<String, Object> slice : slices) {
            String track = slice.get("pid") + "/" + slice.get("tid");
            long from = Long.parseLong(String.valueOf(slice.get("ts")));
            long length = Long.parseLong(String.valueOf(slice.get("dur")));
            assertThat(from).isGreaterThanOrEqualTo(ends.getOrDefault(track, 0L));
            ends.put(track, from + length);
        }
    }
}
