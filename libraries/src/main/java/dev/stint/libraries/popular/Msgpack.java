package dev.stint.libraries.popular;

import java.util.concurrent.Callable;
import org.msgpack.core.MessagePack;

/** Packs and unpacks values. */
public final class Msgpack implements Callable<String> {
    @Override
    public String call() throws Exception {
        var packer = MessagePack.newDefaultBufferPacker();
        packer.packMapHeader(2)
                .packString("a")
                .packInt(42)
                .packString("b")
                .packArrayHeader(2)
                .packDouble(2.5)
                .packNil();
        var unpacker = MessagePack.newDefaultUnpacker(packer.toByteArray());
        return unpacker.unpackValue().toJson() + packer.toByteArray().length;
    }
}
