package dev.stint.language.internal.emit;

import dev.stint.language.internal.run.Body;
import dev.stint.language.internal.run.Run;
import dev.stint.language.internal.std.Natives;
import dev.stint.language.internal.type.PanicException;
import dev.stint.language.internal.type.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Loads the classes of one script. When nobody runs it any more it is collected with them. */
public final class ScriptLoader extends ClassLoader implements Place.Code {
    static {
        registerAsParallelCapable();
    }

    private final Image image;

    public ScriptLoader(Image image) {
        super("script", ScriptLoader.class.getClassLoader());
        this.image = image;
        export(Run.class);
        export(PanicException.class);
        export(Natives.class);
    }

    /** What scripts are compiled against belongs to this module, which gives it to them alone. */
    private void export(Class<?> inPackage) {
        inPackage.getModule().addExports(inPackage.getPackageName(), getUnnamedModule());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = image.classes().get(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name + " is no class of the script");
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    public @Nullable String function(Class<?> type, String method) {
        return image.modules().contains(type.getName()) ? image.functions().get(method) : null;
    }

    /** A graph with its arguments, as what a task does. */
    public Body entry(String graph, List<Object> arguments) {
        String name = image.entries().get(graph);
        if (name == null) {
            throw new IllegalArgumentException("'" + graph + "' is not started from outside");
        }
        try {
            return (Body) loadClass(name).getConstructors()[0].newInstance(arguments.toArray());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the classes of the script cannot be loaded", e);
        }
    }
}
