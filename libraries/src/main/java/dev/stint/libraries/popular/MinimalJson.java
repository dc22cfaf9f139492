package dev.stint.libraries.popular;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonArray;
import java.util.concurrent.Callable;

/** Reads and writes JSON. */
public final class MinimalJson implements Callable<String> {
    @Override
    public String call() throws Exception {
        var value =
                Json.parse("{\"a\": [1, 2.5, \"x\", null, true], \"b\": {\"c\": \"d\\u00e9\"}}")
                        .asObject();
        int sum = value.get("a").asArray().get(0).asInt();
        return value.get("b").asObject().getString("c", "?")
                + sum
                + Json.object().add("list", new JsonArray().add(1).add("y"))
                + value;
    }
}
