package dev.stint.libraries.popular;

import com.samskivert.mustache.Mustache;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Fills a template. */
public final class Jmustache implements Callable<String> {
    @Override
    public String call() throws Exception {
        var template =
                Mustache.compiler()
                        .compile(
                                "{{#people}}{{name}} ({{age}}){{^last}},"
                                        + " {{/last}}{{/people}}{{{raw}}}{{esc}}");
        return template.execute(
                Map.of(
                        "people",
                        List.of(
                                Map.of("name", "Ann", "age", 3, "last", false),
                                Map.of("name", "Bob", "age", 4, "last", true)),
                        "raw",
                        "<b>",
                        "esc",
                        "<b>"));
    }
}
