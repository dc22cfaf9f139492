package dev.stint.libraries.popular;

import com.google.zxing.BarcodeFormat;
import com.google.zxing.common.BitMatrix;
import com.google.zxing.qrcode.QRCodeWriter;
import com.google.zxing.qrcode.decoder.Decoder;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import com.google.zxing.qrcode.encoder.Encoder;
import java.util.concurrent.Callable;

/** Makes and reads QR codes. */
public final class Zxing implements Callable<String> {
    @Override
    public String call() throws Exception {
        var picture = new QRCodeWriter().encode("Hello", BarcodeFormat.QR_CODE, 30, 30);
        var small = Encoder.encode("Hello, code", ErrorCorrectionLevel.M).getMatrix();
        var bits = new BitMatrix(small.getWidth());
        for (int x = 0; x < small.getWidth(); x++) {
            for (int y = 0; y < small.getHeight(); y++) {
                if (small.get(x, y) == 1) {
                    bits.set(x, y);
                }
            }
        }
        return picture.toString("#", ".").hashCode() + new Decoder().decode(bits).getText();
    }
}
