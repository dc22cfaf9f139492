package dev.stint.libraries.popular;

import java.util.Map;
import java.util.concurrent.Callable;
import liqp.TemplateParser;

/** Fills a template. */
public final class Liqp implements Callable<String> {
    @Override
    public String call() throws Exception {
        return TemplateParser.DEFAULT
                .parse(
                        "{% for p in people %}{{ p | upcase }} {% endfor %}{% if n > 2 %}big{%"
                                + " endif %}")
                .render(Map.of("people", new String[] {"Ann", "Bob"}, "n", 3));
    }
}
