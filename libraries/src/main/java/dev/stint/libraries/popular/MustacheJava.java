package dev.stint.libraries.popular;

import com.github.mustachejava.DefaultMustacheFactory;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Fills a template. */
public final class MustacheJava implements Callable<String> {
    @Override
    public String call() throws Exception {
        var mustache =
                new DefaultMustacheFactory()
                        .compile(
                                new StringReader(
                                        "{{#people}}{{name}}"
                                                + " {{/people}}{{esc}}{{^none}}none{{/none}}"),
                                "t");
        return mustache.execute(
                        new StringWriter(),
                        Map.of(
                                "people",
                                List.of(Map.of("name", "Ann"), Map.of("name", "Bob")),
                                "esc",
                                "<b>"))
                .toString();
    }
}
