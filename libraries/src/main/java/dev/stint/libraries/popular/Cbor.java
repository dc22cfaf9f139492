package dev.stint.libraries.popular;

import co.nstant.in.cbor.CborBuilder;
import co.nstant.in.cbor.CborDecoder;
import co.nstant.in.cbor.CborEncoder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.Callable;

/** Encodes and decodes CBOR. */
public final class Cbor implements Callable<String> {
    @Override
    public String call() throws Exception {
        var out = new ByteArrayOutputStream();
        new CborEncoder(out)
                .encode(
                        new CborBuilder()
                                .add("text")
                                .add(1234)
                                .addArray()
                                .add(2.5)
                                .add(true)
                                .end()
                                .build());
        return out.size()
                + ""
                + new CborDecoder(new ByteArrayInputStream(out.toByteArray())).decode();
    }
}
