package dev.stint.libraries.work;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.Callable;

/** Reads a document into a tree, changes the tree, and writes it. */
public final class JacksonTree implements Callable<String> {
    private final String document = Documents.json(400);
    private final ObjectMapper mapper = new ObjectMapper();

    @Override
    public String call() throws Exception {
        JsonNode orders = mapper.readTree(document);
        double total = 0;
        for (JsonNode order : orders) {
            double sum = 0;
            for (JsonNode position : order.get("positions")) {
                sum += position.path("count").asInt() * position.path("price").asDouble();
            }
            ((ObjectNode) order).put("sum", sum).remove("remark");
            total += sum;
        }
        return orders.size()
                + " orders, "
                + total
                + ", "
                + mapper.writeValueAsString(orders).hashCode();
    }
}
