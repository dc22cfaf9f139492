package dev.stint.hooks.own;

import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A bundle whose texts are in the code of its class. */
@SuppressWarnings("AvoidCommonTypeNames") // it takes the place of that one
public abstract class ListResourceBundle extends ResourceBundle {
    private @Nullable Map<String, Object> texts;

    protected ListResourceBundle() {}

    protected abstract Object[][] getContents();

    private Map<String, Object> texts() {
        Map<String, Object> known = texts;
        if (known == null) {
            known = new HashMap<>();
            for (Object[] pair : getContents()) {
                known.put((String) pair[0], pair[1]);
            }
            texts = known;
        }
        return known;
    }

    @Override
    public final @Nullable Object handleGetObject(String key) {
        return texts().get(key);
    }

    @Override
    public Enumeration<String> getKeys() {
        return Collections.enumeration(keySet());
    }

    @Override
    protected Set<String> handleKeySet() {
        return texts().keySet();
    }
}
