package dev.stint.libraries.work;

import java.math.BigInteger;
import java.util.concurrent.Callable;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.params.ECPublicKeyParameters;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;

/** Signs on the curve P-256, without chance, and checks what it has signed. */
public final class BouncyCurve implements Callable<String> {
    private static final int TIMES = 3;

    private final ECDomainParameters domain =
            new ECDomainParameters(CustomNamedCurves.getByName("secp256r1"));
    private final BigInteger secret = new BigInteger("123456789abcdef0fedcba9876543210", 16);

    @Override
    public String call() {
        var key = new ECPrivateKeyParameters(secret, domain);
        var open = new ECPublicKeyParameters(domain.getG().multiply(secret), domain);
        var said = new StringBuilder();
        for (int i = 0; i < TIMES; i++) {
            byte[] message = new byte[32];
            message[0] = (byte) i;
            var signer = new ECDSASigner(new HMacDSAKCalculator(new SHA256Digest()));
            signer.init(true, key);
            BigInteger[] signature = signer.generateSignature(message);
            var checker = new ECDSASigner();
            checker.init(false, open);
            said.append(signature[1].toString(16))
                    .append(
                            checker.verifySignature(message, signature[0], signature[1])
                                    ? "+"
                                    : "-");
        }
        return said.toString();
    }
}
