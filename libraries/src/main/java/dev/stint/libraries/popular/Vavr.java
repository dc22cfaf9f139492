package dev.stint.libraries.popular;

import io.vavr.collection.HashMap;
import io.vavr.collection.List;
import io.vavr.collection.Stream;
import io.vavr.control.Option;
import io.vavr.control.Try;
import java.util.concurrent.Callable;

/** Works on persistent collections. */
public final class Vavr implements Callable<String> {
    @Override
    public String call() throws Exception {
        var list = List.of(5, 3, 8, 1).sorted().map(i -> i * 2).filter(i -> i > 2);
        var map = HashMap.of("a", 1, "b", 2).put("c", 3).mapValues(v -> v + 1);
        return list.mkString(",")
                + map.get("c")
                + map.values().sum()
                + Stream.from(1).filter(i -> i % 3 == 0).take(5).toList()
                + Option.of("x").map(String::length).getOrElse(0)
                + Try.of(() -> Integer.parseInt("nope"))
                        .recover(NumberFormatException.class, -1)
                        .get()
                + list.zipWithIndex().foldLeft(0, (sum, pair) -> sum + pair._1() * pair._2());
    }
}
