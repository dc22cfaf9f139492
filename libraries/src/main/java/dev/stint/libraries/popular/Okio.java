package dev.stint.libraries.popular;

import java.util.concurrent.Callable;
import okio.Buffer;
import okio.ByteString;

/** Reads and writes buffers. */
public final class Okio implements Callable<String> {
    @Override
    public String call() throws Exception {
        var buffer = new Buffer();
        buffer.writeUtf8("Hello, ").writeInt(42).writeUtf8("wörld\nnext\n");
        var head = buffer.readUtf8(7) + buffer.readInt() + buffer.readUtf8Line();
        return head
                + buffer.size()
                + ByteString.encodeUtf8("x").base64()
                + ByteString.decodeHex("cafe").hex();
    }
}
