package dev.stint.libraries.popular;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParser;
import com.google.gson.reflect.TypeToken;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Binds JSON to objects. */
public final class GsonBinding implements Callable<String> {
    /** What is bound. */
    static final class Order {
        int id;
        List<Item> items = List.of();
        Kind kind = Kind.SMALL;
    }

    /** A record in it. */
    record Item(String name, int count) {}

    /** An enum in it. */
    enum Kind {
        SMALL,
        LARGE
    }

    @Override
    public String call() throws Exception {
        var gson = new GsonBuilder().setPrettyPrinting().create();
        Order order =
                new Gson()
                        .fromJson(
                                "{\"id\": 7, \"items\": [{\"name\": \"x\", \"count\": 2}],"
                                        + " \"kind\": \"LARGE\"}",
                                Order.class);
        Map<String, List<Integer>> map =
                new Gson()
                        .fromJson(
                                "{\"a\": [1, 2]}",
                                new TypeToken<Map<String, List<Integer>>>() {}.getType());
        return order.id
                + order.items.getFirst().name()
                + order.kind
                + map
                + gson.toJson(order)
                + JsonParser.parseString("[1, {\"b\": null}]");
    }
}
