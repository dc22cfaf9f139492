package dev.stint.bench;

import dev.stint.libraries.Shelf;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import javax.script.Compilable;
import javax.script.CompiledScript;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineManager;
import javax.script.ScriptException;

/** A language that {@code javax.script} finds in the jars that the build has fetched. */
final class EngineScripts implements Scripts {
    private static final Path JARS = Path.of("bench", "script-peers", "target", "jars");

    private final ScriptEngine engine;
    private final String ending;
    private final URLClassLoader loader;

    private EngineScripts(ScriptEngine engine, String ending, URLClassLoader loader) {
        this.engine = engine;
        this.ending = ending;
        this.loader = loader;
    }

    static EngineScripts open(String name, String ending) {
        var loader = new URLClassLoader(jars(), ClassLoader.getPlatformClassLoader());
        Thread.currentThread().setContextClassLoader(loader); // where Kotlin looks for itself
        ScriptEngine engine = new ScriptEngineManager(loader).getEngineByName(name);
        if (engine == null) {
            throw new IllegalStateException("no engine '" + name + "' among the jars of " + JARS);
        }
        return new EngineScripts(engine, ending, loader);
    }

    private static URL[] jars() {
        try (Stream<Path> files = Files.list(Shelf.inCheckout(JARS))) {
            List<Path> sorted = files.sorted().toList();
            var urls = new URL[sorted.size()];
            for (int i = 0; i < urls.length; i++) {
                urls[i] = sorted.get(i).toUri().toURL();
            }
            return urls;
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String ending() {
        return ending;
    }

    @Override
    public LongSupplier compile(String text) {
        try {
            CompiledScript script = ((Compilable) engine).compile(text);
            return () -> run(script);
        } catch (ScriptException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long run(CompiledScript script) {
        try {
            return ((Number) script.eval()).longValue();
        } catch (ScriptException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            loader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
