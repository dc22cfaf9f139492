package dev.stint.libraries.popular;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.burt.jmespath.jackson.JacksonRuntime;
import java.util.concurrent.Callable;

/** Queries JSON. */
public final class Jmespath implements Callable<String> {
    @Override
    public String call() throws Exception {
        var input =
                new ObjectMapper()
                        .readTree(
                                "{\"people\": [{\"name\": \"Ann\", \"age\": 30}, {\"name\":"
                                        + " \"Bob\", \"age\": 20}]}");
        var expression = new JacksonRuntime().compile("people[?age > `25`].name | [0]");
        return expression.search(input).toString()
                + new JacksonRuntime().compile("sort_by(people, &age)[*].name").search(input);
    }
}
