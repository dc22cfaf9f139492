package dev.stint.language.internal.emit;

import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.qtjir.Program;
import dev.stint.language.internal.type.Type;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Makes class files of a program: one with all functions, and one for each struct, variant, type of
 * functions, closure, and body of a task.
 */
public final class Emitter {
    private static final int LONGEST_NAME = 200;

    private final Program program;
    private final String source;
    private final Shapes shapes;
    private final QuietFunctions quiet;
    private final Map<String, String> methods = new HashMap<>(); // by graph
    private final Map<String, String> functions = new LinkedHashMap<>(); // by method
    private final Map<String, Deque<Graph>> todo = new LinkedHashMap<>(); // by module
    private final Map<String, Graph> known = new HashMap<>();
    private final Set<String> closures = new LinkedHashSet<>();
    private final Set<String> bodies = new LinkedHashSet<>();

    private Emitter(Program program, String source) {
        this.program = program;
        this.source = source;
        this.quiet = new QuietFunctions(program);
        String base = source.substring(source.lastIndexOf('/') + 1);
        int dot = base.lastIndexOf('.');
        String plain = (dot > 0 ? base.substring(0, dot) : base).replaceAll("[^A-Za-z0-9_]", "_");
        this.shapes = new Shapes("script." + (plain.isEmpty() ? "_" : plain));
    }

    /**
     * The class files of a program.
     *
     * @param source the name of its text
     * @param isEntry graphs that are started from outside
     * @throws TooLargeException if something does not fit into class files
     */
    public static Image emit(Program program, String source, Predicate<String> isEntry)
            throws TooLargeException {
        try {
            return new Emitter(program, source).image(isEntry);
        } catch (IllegalArgumentException e) { // so says the class file API
            throw new TooLargeException(String.valueOf(e.getMessage()));
        }
    }

    private Image image(Predicate<String> isEntry) throws TooLargeException {
        for (Graph graph : program.graphs()) {
            add(graph);
            if (isEntry.test(graph.name())) {
                bodies.add(graph.name());
            }
        }
        ClassFile file = classFile();
        Map<String, byte[]> classes = new LinkedHashMap<>();
        todo.computeIfAbsent("", _ -> new ArrayDeque<>()); // there is always one of the script
        Set<String> modules = new LinkedHashSet<>();
        for (String module : List.copyOf(todo.keySet())) {
            ClassDesc name = shapes.module(module);
            modules.add(dotted(name));
            put(classes, name, functions(file, module));
        }
        var others = new OtherClasses(file, shapes, source);
        others.ofTypes(program.table(), (name, bytes) -> put(classes, name, bytes));
        for (String graph : closures) {
            Graph made = known(graph);
            put(classes, shapes.closure(method(graph)), others.closure(made, method(graph)));
        }
        for (String graph : bodies) {
            Graph made = known(graph);
            put(classes, shapes.body(method(graph)), others.body(made, method(graph)));
        }
        putFunctionTypes(classes, others);
        Map<String, String> entries = new HashMap<>();
        bodies.forEach(graph -> entries.put(graph, dotted(shapes.body(method(graph)))));
        return new Image(modules, classes, functions, entries);
    }

    /** Each may name others. */
    private void putFunctionTypes(Map<String, byte[]> classes, OtherClasses others) {
        Set<Type.Function> done = new LinkedHashSet<>();
        while (done.size() < shapes.functions().size()) {
            for (Type.Function type : List.copyOf(shapes.functions().keySet())) {
                if (done.add(type)) {
                    ClassDesc name = shapes.function(type);
                    put(classes, name, others.functionType(type, name));
                }
            }
        }
    }

    private static void put(Map<String, byte[]> classes, ClassDesc name, byte[] bytes) {
        classes.put(dotted(name), bytes);
    }

    private static String dotted(ClassDesc name) {
        return name.packageName() + "." + name.displayName();
    }

    private ClassFile classFile() {
        ClassLoader own = Emitter.class.getClassLoader();
        Map<ClassDesc, ClassDesc> above = new HashMap<>();
        program.table()
                .all()
                .forEach(
                        d -> {
                            above.put(shapes.struct(d.type().name()), Names.STRUCT);
                            d.variants()
                                    .forEach(
                                            v ->
                                                    above.put(
                                                            shapes.variant(
                                                                    d.type().name(), v.name()),
                                                            Names.VARIANT));
                        });
        ClassHierarchyResolver known =
                ClassHierarchyResolver.of(List.of(), above)
                        .orElse(
                                name ->
                                        name.descriptorString().startsWith("Lscript/")
                                                ? ClassHierarchyResolver.ClassHierarchyInfo.ofClass(
                                                        Names.OBJECT)
                                                : null)
                        .orElse(ClassHierarchyResolver.ofClassLoading(own))
                        .cached();
        return ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(known));
    }

    private byte[] functions(ClassFile file, String module) throws TooLargeException {
        Deque<Graph> graphs = Objects.requireNonNull(todo.get(module));
        TooLargeException[] failed = new TooLargeException[1];
        byte[] made =
                file.build(
                        shapes.module(module),
                        type -> {
                            type.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL);
                            type.with(SourceFileAttribute.of(fileOf(module)));
                            while (!graphs.isEmpty()) {
                                Graph graph = graphs.remove();
                                type.withMethodBody(
                                        method(graph.name()),
                                        signature(graph),
                                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                        code -> {
                                            try {
                                                new GraphWriter(this, graph, code).write();
                                            } catch (TooLargeException e) {
                                                failed[0] = e;
                                                code.aconst_null().athrow();
                                            }
                                        });
                            }
                        });
        if (failed[0] != null) {
            throw failed[0];
        }
        return made;
    }

    private String fileOf(String module) {
        return module.isEmpty() ? source : module.replace('.', '/') + ".jan";
    }

    // ---- for those who write functions

    Program program() {
        return program;
    }

    Shapes shapes() {
        return shapes;
    }

    /** True for functions that count in their run. */
    boolean isQuiet(String graph) {
        return quiet.contains(graph);
    }

    /** One more function. */
    void add(Graph graph) {
        if (known.putIfAbsent(graph.name(), graph) == null) {
            todo.computeIfAbsent(graph.module(), _ -> new ArrayDeque<>()).add(graph);
            String name = methodName(graph.name());
            methods.put(graph.name(), name);
            int lifted = graph.name().indexOf('~');
            functions.put(name, lifted < 0 ? graph.name() : graph.name().substring(0, lifted));
        }
    }

    private String methodName(String graph) {
        String plain = graph.replaceAll("[^\\p{L}\\p{N}_$]", "_");
        String base = plain.length() > LONGEST_NAME ? plain.substring(0, LONGEST_NAME) : plain;
        String name = base;
        for (int i = 2; functions.containsKey(name); i++) {
            name = base + "_" + i;
        }
        return name;
    }

    Graph known(String graph) {
        Graph found = known.get(graph);
        if (found == null) {
            throw new IllegalArgumentException("no graph " + graph);
        }
        return found;
    }

    String method(String graph) {
        return methods.getOrDefault(graph, graph);
    }

    /** A function: its parameters, then what it has captured. */
    MethodTypeDesc signature(Graph graph) {
        return shapes.method(values(graph), graph.result());
    }

    static List<Type> values(Graph graph) {
        List<Type> all = new ArrayList<>();
        graph.params().forEach(param -> all.add(param.type()));
        all.addAll(graph.captures());
        return all;
    }

    /** The class of a function as a value. */
    ClassDesc closure(String graph) {
        closures.add(graph);
        return shapes.closure(method(graph));
    }

    /** The class of a function as what a task does. */
    ClassDesc body(String graph) {
        bodies.add(graph);
        return shapes.body(method(graph));
    }
}
