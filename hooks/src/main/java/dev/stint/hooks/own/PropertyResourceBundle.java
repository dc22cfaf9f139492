package dev.stint.hooks.own;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A bundle from a property file. */
@SuppressWarnings("AvoidCommonTypeNames") // it takes the place of that one
public class PropertyResourceBundle extends ResourceBundle {
    private final Map<String, Object> texts = new HashMap<>();

    public PropertyResourceBundle(InputStream in) throws IOException {
        this(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    public PropertyResourceBundle(Reader in) throws IOException {
        var read = new Properties();
        read.load(in);
        for (Map.Entry<Object, Object> each : read.entrySet()) {
            texts.put((String) each.getKey(), each.getValue());
        }
    }

    @Override
    public @Nullable Object handleGetObject(String key) {
        return texts.get(key);
    }

    @Override
    public Enumeration<String> getKeys() {
        return Collections.enumeration(keySet());
    }

    @Override
    protected Set<String> handleKeySet() {
        return texts.keySet();
    }
}
