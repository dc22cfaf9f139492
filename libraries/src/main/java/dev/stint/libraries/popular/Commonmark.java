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
                        """
                        # Stint

                        Runs *many* `small` tasks:

                        - one
                        - two

                        [home](https://example.org)

                        > quote
                        """);
        return HtmlRenderer.builder().build().render(node);
    }
}
