package dev.stint.libraries.popular;

import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.VelocityEngine;

/** Fills a template. */
public final class Velocity implements Callable<String> {
    @Override
    public String call() throws Exception {
        var engine = new VelocityEngine();
        engine.init();
        var context = new VelocityContext();
        context.put("people", List.of("Ann", "Bob"));
        var out = new StringWriter();
        engine.evaluate(
                context,
                out,
                "t",
                "#foreach($p in $people)$foreach.count: $p.toUpperCase()#if($foreach.hasNext),"
                        + " #end#end #set($x = 3 * 4)$x");
        return out.toString();
    }
}
