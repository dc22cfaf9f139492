package dev.stint.language;

import java.util.List;

/** Small programs that use all of the language. Each has a main that ends well. */
public final class Samples {
    public static final String SHAPES =
            """
            struct Point { x: f64, y: f64 }
            enum Level { Low, Mid = 5, High }
            union Shape { Circle { r: f64 }, Rect { w: f64, h: f64 }, Nothing }
            error MathError { Negative, TooBig }
            const LIMIT = 100

            func area(s: Shape) -> f64 do
                return match s {
                    .Circle { r } => 3.0 * r * r,
                    Shape.Rect { w: a, h: b } => a * b,
                    else => 0.0
                }
            end

            func root(n: i64) -> i64 ! MathError do
                fail MathError.Negative when n < 0
                fail MathError.TooBig unless n <= LIMIT
                var r = 0
                while (r + 1) * (r + 1) <= n do
                    r += 1
                end
                return r
            end

            func twice(n: i64) -> i64 ! MathError do
                let first = root(n)?
                let second = try root(first)
                return second
            end

            func level(l: Level) -> String do
                match l { .Low => "low", .Mid | .High => "higher" }
            end

            func main() -> i64 do
                var p = Point { x: 1.0, y: 2.0 }
                p.x = p.x + p.y
                println("x ", p.x)
                println(level(Level.Mid), " ", level(.Low))
                println(area(Shape.Circle { r: 2.0 }) + area(Shape.Nothing))
                let bad = root(-1) catch |e| do
                    println("failed: ", e)
                    match e { .Negative => 1, .TooBig => 2 }
                end
                let good = twice(81) catch 0
                return good * 10 + bad
            end
            """;

    public static final String LISTS =
            """
            func sum(a: []i64) -> i64 do
                var total = 0
                for x in a do total += x end
                return total
            end

            func find(a: []i64, wanted: i64) -> ?i64 do
                for i in 0..<a.len do
                    return i when a[i] == wanted
                end
                return null
            end

            func apply(f: func(i64) -> i64, n: i64) -> i64 do return f(n) end

            func main() -> i64 do
                let a = [1, 2, 3, 4, 5]
                var b = a
                b[0] = 10
                var grid = array(3, 0)
                for i in 0..2 do grid[i] = i * i end
                let k = 7
                let add = func(x: i64) -> i64 do return x + k end
                var counter = 0
                let count = func() do counter += 1 end
                count()
                count()
                let place = find(b, 3) ?? -1
                let nowhere = find(a[1..<3], 9)
                let missing = if_none(nowhere)
                println(a[0], b[0], place, counter, missing)
                return sum(a) + sum(b) + sum(grid) + apply(add, 1) + apply({ |x| x * 2 }, 4)
            end

            func if_none(o: ?i64) -> i64 do
                if o == null do return 100 end
                return o ?? 0
            end
            """;

    public static final String TASKS =
            Scripts.SERVICE
                    + """
                    error WorkError { Odd }

                    func square(n: i64, out: Channel[i64]) do
                        out.send(n * n)
                    end

                    async func half(n: i64) -> i64 ! WorkError do
                        fail WorkError.Odd when n % 2 == 1
                        return n / 2
                    end

                    func cleanup(s: String) do println("cleanup ", s) end

                    async func main() -> i64 do
                        let out = Channel[i64].buffered(4)
                        let idle = Channel[i64].new()
                        nursery do
                            defer cleanup("squares")
                            for i in 1..3 do spawn square(i, out) end
                        end
                        out.close()
                        var sum = 0
                        for v in out do sum += v end
                        var halves = 0
                        nursery |n| do
                            let t = spawn half(8)
                            let u = spawn do
                                yield
                                return 5
                            end
                            halves = await t catch 0
                            halves += await u
                        end catch |e| do
                            println($"error {e}")
                        end
                        nursery do
                            spawn half(3)
                        end catch |e| do
                            println("caught ", e)
                        end
                        select do
                            case m = idle.recv() do println("never ", m) end
                            timeout(5) do println("late") end
                            default do println("nothing") end
                        end
                        return sum + halves
                    end
                    """;

    public static final List<String> ALL = List.of(SHAPES, LISTS, TASKS);

    private Samples() {}
}
