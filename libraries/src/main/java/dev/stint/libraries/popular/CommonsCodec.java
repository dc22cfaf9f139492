package dev.stint.libraries.popular;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.apache.commons.codec.binary.Base32;
import org.apache.commons.codec.binary.Base64;
import org.apache.commons.codec.binary.Hex;
import org.apache.commons.codec.digest.MurmurHash3;
import org.apache.commons.codec.language.Metaphone;
import org.apache.commons.codec.language.Soundex;

/** Encodes and digests. */
public final class CommonsCodec implements Callable<String> {
    @Override
    public String call() throws Exception {
        byte[] bytes = "Hello, wörld".getBytes(StandardCharsets.UTF_8);
        return Base64.encodeBase64String(bytes)
                + Hex.encodeHexString(bytes)
                + new Base32().encodeToString(bytes)
                + new String(Base64.decodeBase64("aGk="), StandardCharsets.UTF_8)
                + new Soundex().encode("Robert")
                + new Metaphone().encode("Thompson")
                + MurmurHash3.hash32x86(bytes);
    }
}
