package dev.stint.libraries.popular;

import com.github.jknack.handlebars.Handlebars;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Fills a template. */
public final class HandlebarsTemplate implements Callable<String> {
    @Override
    public String call() throws Exception {
        var handlebars = new Handlebars();
        handlebars.registerHelper(
                "loud",
                (Object value, com.github.jknack.handlebars.Options options) ->
                        value.toString().toUpperCase(java.util.Locale.ROOT));
        var template =
                handlebars.compileInline(
                        "{{#each people}}{{loud name}}{{#if old}}!{{/if}}"
                                + " {{@index}};{{/each}}{{esc}}");
        return template.apply(
                Map.of(
                        "people",
                        List.of(
                                Map.of("name", "Ann", "old", true),
                                Map.of("name", "Bob", "old", false)),
                        "esc",
                        "<b>"));
    }
}
