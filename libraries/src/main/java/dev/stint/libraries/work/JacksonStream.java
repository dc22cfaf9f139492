package dev.stint.libraries.work;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.Callable;

/** Reads a document token by token, and writes what it has read. */
public final class JacksonStream implements Callable<String> {
    private final byte[] document = Documents.json(500).getBytes(StandardCharsets.UTF_8);
    private final JsonFactory factory = new JsonFactory();

    @Override
    public String call() throws Exception {
        int tokens = 0;
        long sum = 0;
        var out = new ByteArrayOutputStream();
        try (JsonParser in = factory.createParser(document);
                JsonGenerator copy = factory.createGenerator(out)) {
            for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
                tokens++;
                if (token == JsonToken.VALUE_NUMBER_INT) {
                    sum += in.getLongValue();
                }
                copy.copyCurrentEvent(in);
            }
        }
        return tokens + " tokens, " + sum + ", " + Arrays.hashCode(out.toByteArray());
    }
}
