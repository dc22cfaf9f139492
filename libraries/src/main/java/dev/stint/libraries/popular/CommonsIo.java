package dev.stint.libraries.popular;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.apache.commons.io.FilenameUtils;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.input.BoundedInputStream;

/** Copies and reads streams. */
public final class CommonsIo implements Callable<String> {
    @Override
    public String call() throws Exception {
        var in =
                BoundedInputStream.builder()
                        .setInputStream(
                                new ByteArrayInputStream(
                                        "line one\nline two\n".getBytes(StandardCharsets.UTF_8)))
                        .setMaxCount(12)
                        .get();
        var out = new StringWriter();
        IOUtils.copy(new StringReader("copied"), out);
        return IOUtils.toString(in, StandardCharsets.UTF_8)
                + IOUtils.readLines(new StringReader("a\nb"))
                + out
                + FilenameUtils.getExtension("/x/y.tar.gz")
                + FilenameUtils.normalize("/a/../b/./c");
    }
}
