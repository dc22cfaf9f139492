package dev.stint.libraries.popular;

import com.jayway.jsonpath.JsonPath;
import java.util.List;
import java.util.concurrent.Callable;

/** Queries JSON. */
public final class JsonPathQuery implements Callable<String> {
    @Override
    public String call() throws Exception {
        var json =
                "{\"store\": {\"book\": [{\"title\": \"A\", \"price\": 8.95}, {\"title\": \"B\","
                        + " \"price\": 12.99}]}}";
        List<String> cheap = JsonPath.read(json, "$.store.book[?(@.price < 10)].title");
        List<Object> all = JsonPath.read(json, "$..price");
        return cheap + "" + all;
    }
}
