package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SmallJar;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that look at classes and call by reflection: as unwoven, and paid as direct calls. */
class TenantReflectionTest {
    private static final String IMPORTS =
            "package acme; import java.lang.annotation.*; import java.lang.reflect.*;"
                    + " import java.util.*; import java.util.function.*;";

    @TempDir private Path folder;

    private static String program(String body) {
        return IMPORTS + "public class Program { " + body + " }";
    }

    private CountingMeter.Counted<Object> woven(String body) throws Exception {
        return TenantProgram.run(folder, program(body));
    }

    private Object unwoven(String body) throws Exception {
        Path jar =
                new SmallJar()
                        .withClass("acme.Program", program(body))
                        .writeTo(folder.resolve("plain.jar"));
        try (var plain =
                new URLClassLoader(
                        new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            Method run = plain.loadClass("acme.Program").getMethod("run");
            try {
                return run.invoke(null);
            } catch (InvocationTargetException e) {
                return Objects.requireNonNull(e.getCause());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // names, and what a class has
                """
                public interface Shape { double area(); default String told() { return "it is " + area(); } }
                public record Circle(double r, List<String> names) implements Shape {
                    public double area() { return r * r; }
                }
                public enum Colour { RED, GREEN { int n() { return 2; } }; int n() { return 1; } }
                static class Parent { public int a; protected long b; private String c = "c"; public void m() {} }
                static class Child extends Parent implements Runnable {
                    public static final int LIMIT = 7; public final char z = 'z'; private static int count;
                    public Child() {} Child(int n, String... more) {} private Child(long l) {}
                    public void run() {} int over(int i) { return i; } int over(String s) { return 1; }
                }
                public static Object run() throws Exception {
                    var all = new ArrayList<Object>();
                    all.add(Class.forName("acme.Program$Child")); all.add(Class.forName("[Ljava.lang.String;"));
                    all.add(Class.forName("java.util.ArrayList", false, Program.class.getClassLoader()));
                    try { Class.forName("acme.Nothing"); } catch (ClassNotFoundException e) { all.add(e.getMessage()); }
                    for (Field f : Child.class.getDeclaredFields()) all.add(f + " " + f.getType() + f.getModifiers());
                    for (Field f : Child.class.getFields()) all.add(f.getName());
                    var names = new TreeSet<String>();
                    for (Method m : Child.class.getMethods()) names.add(m.toString());
                    for (Method m : Child.class.getDeclaredMethods()) names.add(m.toGenericString());
                    for (Method m : Circle.class.getDeclaredMethods()) names.add(m.getName() + m.getParameterCount());
                    for (Constructor<?> c : Child.class.getDeclaredConstructors()) names.add(c + "" + c.isVarArgs());
                    for (Constructor<?> c : Child.class.getConstructors()) names.add("public " + c);
                    all.add(names);
                    for (RecordComponent c : Circle.class.getRecordComponents())
                        all.add(c.getName() + c.getGenericType() + c.getAccessor().invoke(new Circle(2, null)));
                    all.add(Arrays.toString(Colour.class.getEnumConstants()) + Colour.GREEN.getClass().getSuperclass());
                    all.add(Program.class.getDeclaredMethod("run").getExceptionTypes()[0]);
                    all.add(Child.class.getDeclaredMethod("over", int.class).getParameters()[0].getType());
                    all.add(Program.class.getClassLoader() == Child.class.getClassLoader()); all.add(String.class.getClassLoader());
                    all.add(new TreeSet<>(Arrays.stream(Program.class.getDeclaredClasses()).map(Class::getSimpleName).toList()));
                    try { Child.class.getMethod("nothing", int.class); } catch (NoSuchMethodException e) { all.add(e.getMessage()); }
                    try { Child.class.getField("c"); } catch (NoSuchFieldException e) { all.add(e.getMessage()); }
                    return all.toString();
                }
                """,
                // calls and accesses
                """
                public static class Bean {
                    private int n = 1; public String name = "x"; public final List<Integer> held = new ArrayList<>();
                    private static String last = "none";
                    public Bean() {} private Bean(int n, String name) { this.n = n; this.name = name; }
                    public int add(int by) { return n += by; } private String secret(Object o, long l) { return o + "/" + l + n; }
                    public static long sum(int... all) { long s = 0; for (int i : all) s += i; return s; }
                    public void fail() throws java.io.IOException { throw new java.io.IOException("on purpose"); }
                }
                static class Odd extends AbstractCollection<String> { public int size() { return 100; } public Iterator<String> iterator() { return null; } }
                public static Object run() throws Exception {
                    var all = new ArrayList<Object>();
                    Bean bean = Bean.class.getConstructor().newInstance();
                    all.add(Bean.class.getMethod("add", int.class).invoke(bean, 4)); all.add(Bean.class.newInstance().name);
                    Method secret = Bean.class.getDeclaredMethod("secret", Object.class, long.class); secret.setAccessible(true);
                    all.add(secret.invoke(bean, "s", 3)); all.add(secret.invoke(bean, List.of(1), (short) 3));
                    all.add(Bean.class.getMethod("sum", int[].class).invoke(null, new int[] {1, 2}));
                    Constructor<Bean> made = Bean.class.getDeclaredConstructor(int.class, String.class); made.setAccessible(true);
                    Bean other = made.newInstance(9, "other"); all.add(other.name + other.n);
                    Field n = Bean.class.getDeclaredField("n"); n.setAccessible(true); n.set(other, 5); n.setInt(other, n.getInt(other) + 1); all.add(n.get(other));
                    all.add(n.getLong(other)); all.add(Bean.class.getField("name").get(other));
                    Field last = Bean.class.getDeclaredField("last"); last.setAccessible(true); last.set(null, "set"); all.add(Bean.last);
                    try { Bean.class.getMethod("fail").invoke(bean); } catch (InvocationTargetException e) { all.add(e.getCause().toString()); }
                    try { Bean.class.getMethod("add", int.class).invoke(bean, "no"); } catch (IllegalArgumentException e) { all.add("argument"); }
                    try { Bean.class.getMethod("add", int.class).invoke(null, 1); } catch (NullPointerException e) { all.add("null"); }
                    try { Bean.class.getMethod("add", int.class).invoke("other", 1); } catch (IllegalArgumentException e) { all.add("object"); }
                    try { Bean.class.getMethod("add", int.class).invoke(bean); } catch (IllegalArgumentException e) { all.add("count"); }
                    try { Bean.class.getField("held").set(bean, null); } catch (IllegalAccessException e) { all.add("final"); }
                    // the JDK's
                    all.add(String.class.getMethod("length").invoke("four")); all.add(Integer.class.getMethod("parseInt", String.class).invoke(null, "17"));
                    all.add(String.class.getMethod("substring", int.class, int.class).invoke("substring", 3, 6));
                    List<Object> list = (List<Object>) ArrayList.class.getConstructor(Collection.class).newInstance(List.of(3, 1, 2));
                    all.add(Collection.class.getMethod("add", Object.class).invoke(list, 7)); all.add(list);
                    Collections.class.getMethod("sort", List.class).invoke(null, list); all.add(list);
                    all.add(Integer.class.getField("MAX_VALUE").get(null)); all.add(Integer.class.getField("MAX_VALUE").getLong(null));
                    all.add(Collection.class.getMethod("size").invoke(new Odd())); all.add(Object.class.getMethod("toString").invoke(list));
                    all.add(Map.Entry.class.getMethod("getKey").invoke(Map.entry("k", 1)));
                    try { List.of(1).getClass().getMethod("size").invoke(List.of(1)); } catch (IllegalAccessException e) { all.add("not public"); }
                    try { ArrayList.class.getDeclaredField("elementData").setAccessible(true); } catch (InaccessibleObjectException e) { all.add("closed"); }
                    try { String.class.getMethod("substring", int.class).invoke("abc", 9); } catch (InvocationTargetException e) { all.add(e.getCause().toString()); }
                    try { String.class.getMethod("length").invoke(7); } catch (IllegalArgumentException e) { all.add("no string"); }
                    Method m = Method.class.getMethod("invoke", Object.class, Object[].class);
                    all.add(m.invoke(String.class.getMethod("trim"), " twice ", null));
                    Function<String, Object> f = String::length; all.add(Function.class.getMethod("apply", Object.class).invoke(f, "abc"));
                    Supplier<Object> s = () -> 42; all.add(s.getClass().getMethod("get").getReturnType());
                    return all.toString();
                }
                """,
                // annotations
                """
                @Retention(RetentionPolicy.RUNTIME) public @interface Part { String name() default "none"; int[] sizes() default {1, 2}; Class<?> type() default Object.class; }
                @Retention(RetentionPolicy.RUNTIME) @Inherited public @interface Whole { Part[] value(); Part one() default @Part; Retention how() default @Retention(RetentionPolicy.CLASS); }
                @Whole({@Part(name = "a"), @Part(sizes = 9)}) static class Annotated {
                    @Deprecated @Part(name = "field", type = List.class) public int f;
                    @Part public void m(@Part(name = "p") int i, String s) {}
                }
                static class Heir extends Annotated {}
                public static Object run() throws Exception {
                    var all = new ArrayList<Object>();
                    Whole whole = Heir.class.getAnnotation(Whole.class);
                    all.add(whole); all.add(whole.equals(Annotated.class.getAnnotation(Whole.class))); all.add(whole.hashCode() == Annotated.class.getAnnotation(Whole.class).hashCode());
                    all.add(whole.value()[1].sizes()[0]); all.add(whole.one().name()); all.add(whole.how().value()); all.add(whole.annotationType());
                    Field f = Annotated.class.getField("f");
                    all.add(f.getAnnotation(Part.class).type()); all.add(f.isAnnotationPresent(Deprecated.class)); all.add(Arrays.toString(f.getAnnotations()));
                    Method m = Annotated.class.getMethod("m", int.class, String.class);
                    all.add(m.getAnnotation(Whole.class)); all.add(Arrays.deepToString(m.getParameterAnnotations()));
                    all.add(m.getParameters()[0].getAnnotation(Part.class).name()); all.add(m.getParameters()[1].getAnnotations().length);
                    all.add(Part.class.getMethod("name").getDefaultValue()); all.add(Annotated.class.getAnnotationsByType(Whole.class).length);
                    all.add(Part.class.getMethod("name").invoke(f.getAnnotation(Part.class))); all.add(f.getAnnotation(Part.class).equals(whole.one()));
                    AnnotatedElement e = Annotated.class; all.add(e.isAnnotationPresent(Whole.class)); all.add(Heir.class.getDeclaredAnnotations().length);
                    return all.toString();
                }
                """,
                // proxies
                """
                interface Greeter { String greet(String who, int times); default int twice(int i) { return 2 * i; } long count() throws java.io.IOException; }
                public static Object run() throws Exception {
                    var all = new ArrayList<Object>();
                    InvocationHandler handler = (proxy, method, args) -> {
                        all.add(method.getName() + (args == null ? "" : Arrays.toString(args)) + method.getDeclaringClass().getSimpleName());
                        return switch (method.getName()) {
                            case "greet" -> "hello " + args[0]; case "twice" -> 5; case "hashCode" -> 17; case "toString" -> "proxy";
                            case "equals" -> proxy == args[0]; case "count" -> throw new java.io.IOException("declared");
                            case "run" -> throw new Exception("undeclared"); case "compare" -> ((Integer) args[1]).compareTo((Integer) args[0]); default -> null;
                        };
                    };
                    Greeter g = (Greeter) Proxy.newProxyInstance(Program.class.getClassLoader(), new Class<?>[] {Greeter.class, Runnable.class, Comparator.class}, handler);
                    all.add(g.greet("you", 3)); all.add(g.twice(1)); all.add(g.hashCode()); all.add(g + "!"); all.add(g.equals(g)); all.add(g.equals(null));
                    try { g.count(); } catch (java.io.IOException e) { all.add(e.getMessage()); }
                    try { ((Runnable) g).run(); } catch (UndeclaredThrowableException e) { all.add(e.getCause().getMessage()); }
                    var list = new ArrayList<>(List.of(1, 3, 2)); list.sort((Comparator<Integer>) g); all.add(list);
                    all.add(Proxy.isProxyClass(g.getClass())); all.add(Proxy.isProxyClass(Program.class)); all.add(Proxy.getInvocationHandler(g) == handler); all.add(g instanceof Proxy);
                    Callback c = (Callback) Proxy.newProxyInstance(Program.class.getClassLoader(), new Class<?>[] {Callback.class}, (p, m, a) -> null);
                    c.nothing(); try { c.number(); } catch (NullPointerException e) { all.add("null"); }
                    Callback d = (Callback) Proxy.newProxyInstance(Program.class.getClassLoader(), new Class<?>[] {Callback.class}, (p, m, a) -> "text");
                    try { d.number(); } catch (ClassCastException e) { all.add("cast"); } all.add(c.getClass() == d.getClass());
                    try { Proxy.newProxyInstance(Program.class.getClassLoader(), new Class<?>[] {String.class}, handler); } catch (IllegalArgumentException e) { all.add("no interface"); }
                    return all.toString();
                }
                public interface Callback { void nothing(); int number(); }
                """,
            })
    void run_program_answersAsUnwoven(String body) throws Exception {
        assertThat(woven(body).result()).isEqualTo(unwoven(body));
    }

    @Test
    void getMethods_anyClass_comeInAnOrderOfTheirOwn() throws Exception {
        var run =
                woven(
                        "static class Many { public void b(int i) {} public void b() {} public void"
                            + " a() {} public void b(String s) {} public void c() {} Many(int i,"
                            + " int j) {} Many() {} Many(String s) {} Many(int i) {} } public"
                            + " static Object run() { var all = new StringJoiner(\" \"); for"
                            + " (Method m : Many.class.getDeclaredMethods()) all.add(m.getName() +"
                            + " Arrays.toString(m.getParameterTypes())); for (Constructor<?> c :"
                            + " Many.class.getDeclaredConstructors())"
                            + " all.add(Arrays.toString(c.getParameterTypes())); return"
                            + " all.toString(); }");

        assertThat(run.result())
                .isEqualTo(
                        "a[] b[] b[class java.lang.String] b[int] c[]"
                                + " [] [class java.lang.String] [int] [int, int]");
    }

    @Test
    void resources_ofItsOwn_areReadAndListed() throws Exception {
        String body =
                "public static String text(java.io.InputStream in) throws Exception { return in =="
                    + " null ? \"none\" : new String(in.readAllBytes(),"
                    + " java.nio.charset.StandardCharsets.UTF_8); } public interface Named { String"
                    + " name(); } public static class A implements Named { public String name() {"
                    + " return \"a\"; } } public static class B implements Named { public B() {}"
                    + " public String name() { return \"b\"; } } public static Object run() throws"
                    + " Exception { var all = new ArrayList<Object>(); ClassLoader l ="
                    + " Program.class.getClassLoader();"
                    + " all.add(text(Program.class.getResourceAsStream(\"hello.txt\")));"
                    + " all.add(text(Program.class.getResourceAsStream(\"/acme/hello.txt\")));"
                    + " all.add(text(l.getResourceAsStream(\"acme/none\")));"
                    + " all.add(text(l.getResource(\"acme/hello.txt\").openStream()));"
                    + " all.add(Collections.list(l.getResources(\"acme/hello.txt\")).size());"
                    + " all.add(Thread.currentThread().getContextClassLoader().loadClass(\"acme.Program\")"
                    + " == Program.class); for (Named n : ServiceLoader.load(Named.class))"
                    + " all.add(n.name()); all.add(ServiceLoader.load(Named.class,"
                    + " l).findFirst().isPresent()); all.add(l.getResource(\"acme/none\"));"
                    + " all.add(Program.class.getPackage().getName()); return all.toString(); }";
        Path jar =
                new SmallJar()
                        .withClass("acme.Program", program(body))
                        .withEntry("acme/hello.txt", "hello")
                        .withEntry(
                                "META-INF/services/acme.Program$Named",
                                "# two\nacme.Program$B\n acme.Program$A # one\n")
                        .writeTo(folder.resolve("acme.jar"));
        Object expected = "[hello, hello, none, hello, 1, true, b, a, true, null, acme]";
        try (var plain = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            Thread.currentThread().setContextClassLoader(plain);
            assertThat(plain.loadClass("acme.Program").getMethod("run").invoke(null))
                    .isEqualTo(expected);
        } finally {
            Thread.currentThread().setContextClassLoader(getClass().getClassLoader());
        }

        try (var loader =
                MeteredClassLoader.of(
                        "acme", List.of(jar), Surface.ofTenant(), getClass().getClassLoader())) {
            Method run = loader.loadClass("acme.Program").getMethod("run");
            assertThat(CountingMeter.count(() -> run.invoke(null)).result()).isEqualTo(expected);
        }
    }
}
