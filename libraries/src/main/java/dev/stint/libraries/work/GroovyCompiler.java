package dev.stint.libraries.work;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.codehaus.groovy.control.CompilationUnit;
import org.codehaus.groovy.control.Phases;
import org.codehaus.groovy.runtime.InvokerHelper;
import org.codehaus.groovy.tools.GroovyClass;

/**
 * Compiles a script to class files, and calls some of Groovy's own methods as scripts call them.
 * The compiled classes are not run: they would come after weaving, and so not be metered.
 */
public final class GroovyCompiler implements Callable<String> {
    private static final String SCRIPT =
            """
            class Account {
                String owner
                List<Integer> entries = []
                int balance() { entries.sum(0) as int }
                def book(int cents) { entries << cents; this }
            }
            def account = new Account(owner: 'ada')
            (1..20).findAll { it % 2 == 0 }.each { account.book(it * 3) }
            def words = 'the quick brown fox'.split(' ').collectEntries { [it, it.size()] }
            switch (account.balance()) {
                case 0..10: println "few ${account.owner}"; break
                case { it > 100 }: println "many ${words}"; break
                default: println "some"
            }
            """;

    @Override
    public String call() {
        var unit = new CompilationUnit();
        unit.addSource("script.groovy", SCRIPT);
        unit.compile(Phases.CLASS_GENERATION);
        int hash = 0;
        for (GroovyClass made : unit.getClasses()) {
            hash = hash * 31 + Arrays.hashCode(made.getBytes());
        }
        Object reversed = InvokerHelper.invokeMethod(List.of(3, 1, 2), "reverse", new Object[0]);
        Object joined = InvokerHelper.invokeMethod(reversed, "join", "-");
        return unit.getClasses().size() + " classes, " + hash + ", " + joined;
    }
}
