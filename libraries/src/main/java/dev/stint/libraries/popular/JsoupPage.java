package dev.stint.libraries.popular;

import java.util.concurrent.Callable;
import org.jsoup.Jsoup;
import org.jsoup.safety.Safelist;

/** Parses and cleans HTML. */
public final class JsoupPage implements Callable<String> {
    @Override
    public String call() throws Exception {
        var page =
                Jsoup.parse(
                        "<html><head><title>T</title></head><body><p class=x>Hello <b>you</b><p><a"
                                + " href='/a'>A</a><a href='/b'>B</a></body>",
                        "http://example.org/");
        return page.title()
                + page.select("p.x b").text()
                + page.select("a[href]").eachAttr("abs:href")
                + page.body().html()
                + Jsoup.clean("<script>x</script><b onclick=y>z</b>", Safelist.basic());
    }
}
