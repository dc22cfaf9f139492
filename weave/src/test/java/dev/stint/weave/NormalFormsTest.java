package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Normal forms of text cost what they take. */
class NormalFormsTest {
    @TempDir private Path folder;

    private CountingMeter.Counted<Object> run(String text, String form) throws Exception {
        return TenantProgram.run(
                folder,
                "package acme; import java.text.Normalizer; public class Program { public static"
                        + " Object run() { String t = "
                        + text
                        + "; return Normalizer.normalize(t, Normalizer.Form."
                        + form
                        + ") + Normalizer.isNormalized(t, Normalizer.Form.NFC); } }");
    }

    @Test
    void normalize_ofATenant_answersAsBefore() throws Exception {
        assertThat(run("\"d\\u00e9j\\u00e0 vu\"", "NFD").result())
                .isEqualTo("de\u0301ja\u0300 vutrue");
        assertThat(run("\"\\ufb01\"", "NFKC").result()).isEqualTo("fitrue");
    }

    /** Marks in a row are sorted into each other, and that takes the square of their number. */
    @Test
    void normalize_manyMarksInARow_costsTheirSquare() throws Exception {
        long few = run("\"\\u0301\\u0316\".repeat(500)", "NFD").count().ops();
        long many = run("\"\\u0301\\u0316\".repeat(5_000)", "NFD").count().ops();

        assertThat(few).isGreaterThan(500 * 500);
        assertThat(many).isGreaterThan(90 * few);
    }

    @Test
    void normalize_longText_costsItsLength() throws Exception {
        long few = run("\"x\".repeat(1_000)", "NFC").count().ops();
        long many = run("\"x\".repeat(100_000)", "NFC").count().ops();

        assertThat(many).isGreaterThan(few + 40_000).isLessThan(few + 200_000);
        assertThat(run("\"\\ufdfa\".repeat(1_000)", "NFKC").count().bytes()).isGreaterThan(36_000);
    }
}
