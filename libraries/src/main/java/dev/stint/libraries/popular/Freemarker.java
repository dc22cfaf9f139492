package dev.stint.libraries.popular;

import freemarker.template.Configuration;
import freemarker.template.Template;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

/** Fills a template. */
public final class Freemarker implements Callable<String> {
    @Override
    public String call() throws Exception {
        var configuration = new Configuration(Configuration.VERSION_2_3_34);
        configuration.setLocale(Locale.ROOT);
        var template =
                new Template(
                        "t",
                        new StringReader(
                                "<#list people as p>${p.name?upper_case} ${p.age}<#sep>, </#list>"
                                        + " ${1234.5?string('0.00')} <#if n gt 2>big</#if>"),
                        configuration);
        var out = new StringWriter();
        template.process(
                Map.of(
                        "people",
                        List.of(Map.of("name", "Ann", "age", 3), Map.of("name", "Bob", "age", 4)),
                        "n",
                        3),
                out);
        return out.toString();
    }
}
