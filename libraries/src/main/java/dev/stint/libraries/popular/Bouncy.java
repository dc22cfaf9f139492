package dev.stint.libraries.popular;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.digests.SHA3Digest;
import org.bouncycastle.crypto.macs.HMac;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.util.encoders.Hex;

/** Digests and signs. */
public final class Bouncy implements Callable<String> {
    @Override
    public String call() throws Exception {
        byte[] data = "some text".getBytes(StandardCharsets.UTF_8);
        var digest = new SHA3Digest(256);
        digest.update(data, 0, data.length);
        byte[] out = new byte[32];
        digest.doFinal(out, 0);
        var mac = new HMac(new SHA256Digest());
        mac.init(new KeyParameter(data));
        mac.update(data, 0, data.length);
        byte[] sum = new byte[32];
        mac.doFinal(sum, 0);
        return Hex.toHexString(out) + Hex.toHexString(sum);
    }
}
