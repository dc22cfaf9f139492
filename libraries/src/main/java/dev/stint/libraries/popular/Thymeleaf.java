package dev.stint.libraries.popular;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.thymeleaf.TemplateEngine;
import org.thymeleaf.context.Context;
import org.thymeleaf.templateresolver.StringTemplateResolver;

/** Fills a template. */
public final class Thymeleaf implements Callable<String> {
    @Override
    public String call() throws Exception {
        var engine = new TemplateEngine();
        engine.setTemplateResolver(new StringTemplateResolver());
        return engine.process(
                "<ul><li th:each=\"p : ${people}\" th:text=\"${p}\">x</li></ul><b th:if=\"${n >"
                        + " 2}\">big</b>",
                new Context(Locale.ROOT, Map.of("people", List.of("Ann", "B<b"), "n", 3)));
    }
}
