package dev.stint.libraries.work;

import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.engines.AESEngine;
import org.bouncycastle.crypto.modes.CBCBlockCipher;
import org.bouncycastle.crypto.paddings.PaddedBufferedBlockCipher;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.crypto.params.ParametersWithIV;
import org.bouncycastle.util.encoders.Hex;

/** SHA-256 over what AES has encrypted, and what it has decrypted again. */
public final class BouncyCipher implements Callable<String> {
    private final byte[] plain = new byte[200_000];

    public BouncyCipher() {
        new SplittableRandom(4).nextBytes(plain);
    }

    @Override
    public String call() throws Exception {
        byte[] secret = crypt(true, plain);
        byte[] again = crypt(false, secret);
        return hash(secret) + " " + hash(again) + " " + hash(plain);
    }

    private static byte[] crypt(boolean encrypt, byte[] in) throws Exception {
        var cipher =
                new PaddedBufferedBlockCipher(CBCBlockCipher.newInstance(AESEngine.newInstance()));
        cipher.init(encrypt, new ParametersWithIV(new KeyParameter(new byte[16]), new byte[16]));
        byte[] out = new byte[cipher.getOutputSize(in.length)];
        int length = cipher.processBytes(in, 0, in.length, out, 0);
        length += cipher.doFinal(out, length);
        return java.util.Arrays.copyOf(out, length);
    }

    private static String hash(byte[] bytes) {
        var digest = new SHA256Digest();
        digest.update(bytes, 0, bytes.length);
        byte[] hash = new byte[digest.getDigestSize()];
        digest.doFinal(hash, 0);
        return Hex.toHexString(hash);
    }
}
