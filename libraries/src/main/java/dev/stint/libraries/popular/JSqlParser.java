package dev.stint.libraries.popular;

import java.util.concurrent.Callable;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.StringProvider;

/** Parses SQL. */
public final class JSqlParser implements Callable<String> {
    @Override
    public String call() throws Exception {
        var statement =
                new CCJSqlParser(
                                new StringProvider(
                                        "SELECT a, count(*) AS n FROM t JOIN u ON t.id = u.id WHERE"
                                            + " a > 5 AND b LIKE 'x%' GROUP BY a ORDER BY n DESC"))
                        .Statement();
        return statement.toString();
    }
}
