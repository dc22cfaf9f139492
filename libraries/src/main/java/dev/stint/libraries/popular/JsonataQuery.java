package dev.stint.libraries.popular;

import com.dashjoin.jsonata.Jsonata;
import com.dashjoin.jsonata.json.Json;
import java.util.concurrent.Callable;

/** Queries JSON. */
public final class JsonataQuery implements Callable<String> {
    @Override
    public String call() throws Exception {
        var data =
                Json.parseJson(
                        "{\"orders\": [{\"p\": 3, \"n\": 2, \"t\": \"a\"}, {\"p\": 5, \"n\": 1,"
                                + " \"t\": \"b\"}]}");
        return String.valueOf(Jsonata.jsonata("$sum(orders.(p * n))").evaluate(data))
                + Jsonata.jsonata("orders[p > 4].t").evaluate(data)
                + Jsonata.jsonata("orders.{'k': $uppercase(t)}").evaluate(data);
    }
}
