package dev.stint.libraries.popular;

import java.util.List;
import java.util.concurrent.Callable;
import org.stringtemplate.v4.ST;
import org.stringtemplate.v4.STGroupString;

/** Fills a template. */
public final class StringTemplate implements Callable<String> {
    @Override
    public String call() throws Exception {
        var simple = new ST("Hello, <name>! <items:{x | [<x>]}; separator=\", \">");
        simple.add("name", "Ann").add("items", List.of(1, 2, 3));
        var group = new STGroupString("decl(type, name) ::= \"<type> <name>;\"\n");
        var decl = group.getInstanceOf("decl");
        decl.add("type", "int").add("name", "x");
        return simple.render() + decl.render();
    }
}
