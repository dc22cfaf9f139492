package dev.stint.host.demo.tenant;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntSupplier;

/** What an honest service does for a request: reads an order, adds up its lines, answers. */
public final class Request implements IntSupplier {
    private static final int LINES = 40;

    @Override
    public int getAsInt() {
        String order = order();
        Map<String, Integer> amounts = new HashMap<>();
        int from = 0;
        while (from < order.length()) {
            int end = order.indexOf(';', from);
            int colon = order.indexOf(':', from);
            String article = order.substring(from, colon);
            int amount = Integer.parseInt(order.substring(colon + 1, end));
            amounts.merge(article, amount, Integer::sum);
            from = end + 1;
        }
        int total = 0;
        for (Map.Entry<String, Integer> entry : amounts.entrySet()) {
            total += entry.getValue() * (entry.getKey().length() + 1);
        }
        return total;
    }

    private static String order() {
        var text = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            text.append("article").append(i % 7).append(':').append(i).append(';');
        }
        return text.toString();
    }
}
