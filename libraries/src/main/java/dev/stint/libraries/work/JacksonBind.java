package dev.stint.libraries.work;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Binds a document to records and back. */
public final class JacksonBind implements Callable<String> {
    /** Has positions, and a customer. */
    public record Order(
            int id, Customer customer, List<Position> positions, @Nullable String remark) {}

    /** Who has ordered. */
    public record Customer(String name, String city, boolean vip) {}

    /** What was ordered. */
    public record Position(String article, int count, double price) {}

    private static final TypeReference<List<Order>> ORDERS = new TypeReference<>() {};

    private final String document = Documents.json(400);
    private final ObjectMapper mapper = new ObjectMapper();

    @Override
    public String call() throws Exception {
        List<Order> orders = mapper.readValue(document, ORDERS);
        String written = mapper.writeValueAsString(orders);
        boolean same = mapper.readValue(written, ORDERS).equals(orders);
        return orders.size()
                + " orders, "
                + orders.hashCode()
                + ", "
                + written.hashCode()
                + " "
                + same;
    }
}
