package dev.stint.libraries.popular;

import com.github.javaparser.StaticJavaParser;
import com.github.javaparser.ast.body.MethodDeclaration;
import java.util.concurrent.Callable;

/** Parses Java source. */
public final class JavaSource implements Callable<String> {
    @Override
    public String call() throws Exception {
        var unit =
                StaticJavaParser.parse(
                        "package p; class A { int f(int x) { return x + 1; } /** d */ void g() {}"
                                + " }");
        return unit.findAll(MethodDeclaration.class).stream()
                        .map(MethodDeclaration::getNameAsString)
                        .toList()
                + unit.toString();
    }
}
