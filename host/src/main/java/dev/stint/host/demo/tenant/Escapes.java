package dev.stint.host.demo.tenant;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Cleaner;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;

/** Code that wants out of what it was put in. */
@SuppressWarnings({
    "removal",
    "deprecation",
    "restricted",
    "DefaultCharset",
    "Finalize",
    "FutureReturnValueIgnored",
    "LockOnNonEnclosingClassLiteral"
})
final class Escapes {
    private Escapes() {}

    /** A thread that nobody counts. */
    public static final class PlainThread implements Runnable {
        @Override
        public void run() {
            var thread = new Thread(new Loops.Endless());
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** A pool of threads. */
    public static final class Pool implements Runnable {
        @Override
        public void run() {
            Executors.newFixedThreadPool(2).execute(new Loops.Endless());
        }
    }

    /** The pool that all share. */
    public static final class CommonPool implements Runnable {
        @Override
        public void run() {
            CompletableFuture.runAsync(new Loops.Endless()).join();
        }
    }

    /** A timer's thread. */
    public static final class Timers implements Runnable {
        @Override
        public void run() {
            new Timer(true)
                    .schedule(
                            new TimerTask() {
                                @Override
                                public void run() {
                                    new Loops.Endless().run();
                                }
                            },
                            0);
        }
    }

    /** Ends the JVM. */
    public static final class Exit implements Runnable {
        @Override
        public void run() {
            System.exit(0);
        }
    }

    /** Ends it at once. */
    public static final class Halt implements Runnable {
        @Override
        public void run() {
            Runtime.getRuntime().halt(0);
        }
    }

    /** Looks for what is hidden. */
    public static final class Reflection implements Runnable {
        @Override
        public void run() {
            try {
                Class<?> runtime = Class.forName("java.lang.Runtime");
                runtime.getMethod("halt", int.class)
                        .invoke(runtime.getMethod("getRuntime").invoke(null), 0);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** The same by a handle. */
    public static final class Handles implements Runnable {
        @Override
        public void run() {
            try {
                MethodHandle exit =
                        MethodHandles.lookup()
                                .findStatic(
                                        System.class,
                                        "exit",
                                        MethodType.methodType(void.class, int.class));
                throw new IllegalStateException("got " + exit);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Code that no weaver sees. */
    public static final class Library implements Runnable {
        @Override
        public void run() {
            System.loadLibrary("anything");
        }
    }

    /** The files of the host. */
    public static final class HostFiles implements Runnable {
        @Override
        public void run() {
            try {
                String text = Files.readString(Path.of("/etc/hostname"));
                throw new IllegalStateException("got " + text.length());
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** A file of the host, after a field was named that is called like what opens it. */
    public static final class SecondName implements Runnable {
        @SuppressWarnings("DefaultCharset") // the very constructor whose name was forged
        @Override
        public void run() {
            try {
                Class.forName("dev.stint.host.demo.tenant.Forged")
                        .asSubclass(Runnable.class)
                        .getDeclaredConstructor()
                        .newInstance()
                        .run();
            } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
                // it has done what it was for, or not
            }
            try (var file = new PrintWriter("loot")) {
                throw new IllegalStateException("got " + file);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Somebody to talk to. */
    public static final class Sockets implements Runnable {
        @Override
        public void run() {
            try (var socket = new Socket("localhost", 1)) {
                throw new IllegalStateException("got " + socket);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Work for the thread that finalises. */
    public static final class Finaliser implements Runnable {
        private static volatile boolean hasRun;

        /** Makes more of it, until the collector has had one of them run. */
        @Override
        public void run() {
            while (!hasRun) {
                new Finaliser();
            }
        }

        @Override
        protected void finalize() {
            hasRun = true;
            new Loops.Endless().run();
        }
    }

    /** Work for the thread that cleans. */
    public static final class Cleaning implements Runnable {
        @Override
        public void run() {
            Cleaner.create().register(new Object(), new Loops.Endless());
        }
    }

    /** Holds a monitor that everybody can see. */
    public static final class SharedMonitor implements Runnable {
        @Override
        public void run() {
            synchronized (String.class) {
                new Loops.Endless().run();
            }
        }
    }
}
