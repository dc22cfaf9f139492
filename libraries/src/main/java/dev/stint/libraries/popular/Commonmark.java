package dev.stint.libraries.popular;

import java.util.concurrent.Callable;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** Renders Markdown. */
public final class Commonmark implements Callable<String> {
    @Override
    public String call() throws Exception {
        var parser = Parser.builder().build();
        var node =
                parser.parse(
                        "# Stint\n\n"
                                + "Runs *many* `small` tasks:\n\n"
                                + "- one\n"
                                + "- two\n\n"
                                + "[home](https://example.org)\n\n"
                                + "> quote\n");
        return HtmlRenderer.builder().build().render(node);
    }
}
