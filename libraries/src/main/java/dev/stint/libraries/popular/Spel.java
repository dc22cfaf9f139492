package dev.stint.libraries.popular;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.SimpleEvaluationContext;

/** Evaluates Spring's expressions. */
public final class Spel implements Callable<String> {
    /** Whose properties are read. */
    public static final class Person {
        private final String name;
        private final int age;

        Person(String name, int age) {
            this.name = name;
            this.age = age;
        }

        public String getName() {
            return name;
        }

        public int getAge() {
            return age;
        }
    }

    @Override
    public String call() throws Exception {
        var parser = new SpelExpressionParser();
        var context =
                SimpleEvaluationContext.forReadOnlyDataBinding().withInstanceMethods().build();
        context.setVariable("list", List.of(1, 2, 3, 4));
        context.setVariable("map", Map.of("a", 1));
        return ""
                + parser.parseExpression("'Hello ' + name.toUpperCase() + age * 2")
                        .getValue(context, new Person("Ann", 21))
                + parser.parseExpression("#list.?[#this > 2].![#this * 10]").getValue(context)
                + parser.parseExpression("#map['a'] + 1 == 2 ? 'yes' : 'no'").getValue(context)
                + parser.parseExpression("(1 + 2) * 3 - 4 / 2.0").getValue();
    }
}
