package dev.stint.libraries.popular;

import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.StringLoader;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Fills a template. */
public final class Pebble implements Callable<String> {
    @Override
    public String call() throws Exception {
        var engine = new PebbleEngine.Builder().loader(new StringLoader()).build();
        var out = new StringWriter();
        engine.getTemplate(
                        "{% for p in people %}{{ loop.index }}. {{ p.name | upper }} {% endfor %}{{"
                                + " esc }}{% if n > 2 %}big{% endif %}")
                .evaluate(
                        out,
                        Map.of(
                                "people",
                                List.of(Map.of("name", "Ann"), Map.of("name", "Bob")),
                                "esc",
                                "<b>",
                                "n",
                                3));
        return out.toString();
    }
}
