package dev.stint.libraries.popular;

import java.util.concurrent.Callable;
import org.json.JSONArray;
import org.json.JSONObject;

/** Reads and writes JSON. */
public final class OrgJson implements Callable<String> {
    @Override
    public String call() throws Exception {
        var object = new JSONObject("{\"name\": \"Ann\", \"tags\": [\"a\", \"b\"], \"n\": 1.5e3}");
        object.put("more", new JSONArray().put(1).put(true).put(JSONObject.NULL));
        return object.getString("name")
                + object.getJSONArray("tags").join("+")
                + object.getDouble("n")
                + object.toString(2);
    }
}
