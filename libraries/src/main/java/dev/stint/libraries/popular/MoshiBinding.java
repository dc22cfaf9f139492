package dev.stint.libraries.popular;

import com.squareup.moshi.Moshi;
import java.util.concurrent.Callable;

/** Binds JSON to objects. */
public final class MoshiBinding implements Callable<String> {
    /** What is bound. */
    static final class Order {
        int id;
        java.util.List<String> names = java.util.List.of();
    }

    @Override
    public String call() throws Exception {
        var adapter = new Moshi.Builder().build().adapter(Order.class);
        var order = adapter.fromJson("{\"id\": 7, \"names\": [\"a\", \"b\"]}");
        return order == null ? "" : order.id + order.names.toString() + adapter.toJson(order);
    }
}
