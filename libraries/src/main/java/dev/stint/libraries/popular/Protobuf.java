package dev.stint.libraries.popular;

import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Timestamp;
import com.google.protobuf.Value;
import java.util.concurrent.Callable;

/** Writes and reads messages. */
public final class Protobuf implements Callable<String> {
    @Override
    public String call() throws Exception {
        var struct =
                Struct.newBuilder()
                        .putFields("name", Value.newBuilder().setStringValue("Ann").build())
                        .putFields(
                                "list",
                                Value.newBuilder()
                                        .setListValue(
                                                ListValue.newBuilder()
                                                        .addValues(
                                                                Value.newBuilder()
                                                                        .setNumberValue(2.5)))
                                        .build())
                        .build();
        byte[] bytes = struct.toByteArray();
        var back = Struct.parseFrom(bytes);
        return bytes.length
                + back.getFieldsOrThrow("name").getStringValue()
                + back.equals(struct)
                + Timestamp.newBuilder().setSeconds(42).build()
                + Struct.getDescriptor().getFullName();
    }
}
