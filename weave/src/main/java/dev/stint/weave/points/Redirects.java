package dev.stint.weave.points;

import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The methods of the JDK that a simulation answers itself: monitors, the clock, chance, timed
 * waits.
 */
final class Redirects {
    private static final ClassDesc HOOK = hooks("SimHook");
    static final ClassDesc TIME = hooks("SimTime");
    static final ClassDesc CHANCE = hooks("SimChance");
    private static final ClassDesc WAITS = hooks("SimWaits");

    private static final String CONCURRENT = "java/util/concurrent/";
    private static final String TIMED = "JLjava/util/concurrent/TimeUnit;)";

    /** By owner, name and descriptor; an owner of Object stands for any. */
    private static final Map<String, Redirect> ALL = new HashMap<>();

    static {
        monitors();
        clock();
        chance();
        sleeps();
        waits();
    }

    private Redirects() {}

    static @Nullable Redirect of(String owner, String name, String descriptor) {
        Redirect exact = ALL.get(owner + "." + name + descriptor);
        // Methods of Object that are final are its own, whatever class the code names.
        return exact != null || isConstructor(name)
                ? exact
                : ALL.get("java/lang/Object." + name + descriptor);
    }

    private static boolean isConstructor(String name) {
        return name.equals(ConstantDescs.INIT_NAME);
    }

    private static ClassDesc hooks(String name) {
        return ClassDesc.of("dev.stint.hooks", name);
    }

    // ---- the table

    /** A static method, which keeps its descriptor. */
    private static void stat(String owner, String method, ClassDesc hook, String name) {
        int at = method.indexOf('(');
        ALL.put(
                owner + "." + method,
                new Redirect(hook, name, MethodTypeDesc.ofDescriptor(method.substring(at))));
    }

    /** A method of instances, of the first class and of others that have it. */
    private static void inst(
            String method, ClassDesc hook, String name, String receiver, String... others) {
        int at = method.indexOf('(');
        MethodTypeDesc type =
                MethodTypeDesc.ofDescriptor("(L" + receiver + ";" + method.substring(at + 1));
        var redirect = new Redirect(hook, name, type);
        ALL.put(receiver + "." + method, redirect);
        for (String other : others) {
            ALL.put(other + "." + method, redirect);
        }
    }

    private static void monitors() {
        String object = "java/lang/Object";
        inst("wait()V", HOOK, "await", object);
        inst("wait(J)V", HOOK, "await", object);
        inst("wait(JI)V", HOOK, "await", object);
        inst("notify()V", HOOK, "notify", object);
        inst("notifyAll()V", HOOK, "notifyAll", object);
        stat("java/lang/Thread", "holdsLock(Ljava/lang/Object;)Z", HOOK, "holdsLock");
    }

    private static void clock() {
        stat("java/lang/System", "nanoTime()J", TIME, "nanoTime");
        stat("java/lang/System", "currentTimeMillis()J", TIME, "currentTimeMillis");
        stat("java/time/Instant", "now()Ljava/time/Instant;", TIME, "instant");
        String zone = "(Ljava/time/ZoneId;)";
        for (String type :
                List.of(
                        "LocalDate",
                        "LocalTime",
                        "LocalDateTime",
                        "OffsetDateTime",
                        "ZonedDateTime")) {
            String name = Character.toLowerCase(type.charAt(0)) + type.substring(1);
            String owner = "java/time/" + type;
            stat(owner, "now()L" + owner + ";", TIME, name);
            stat(owner, "now" + zone + "L" + owner + ";", TIME, name);
        }
        String clock = "java/time/Clock";
        stat(clock, "systemUTC()L" + clock + ";", TIME, "systemUTC");
        stat(clock, "systemDefaultZone()L" + clock + ";", TIME, "systemDefaultZone");
        stat(clock, "system" + zone + "L" + clock + ";", TIME, "system");
    }

    private static void chance() {
        stat("java/lang/Math", "random()D", CHANCE, "random");
        stat("java/lang/StrictMath", "random()D", CHANCE, "random");
        stat("java/util/UUID", "randomUUID()Ljava/util/UUID;", CHANCE, "randomUUID");
        stat("java/util/Collections", "shuffle(Ljava/util/List;)V", CHANCE, "shuffle");
        String local = CONCURRENT + "ThreadLocalRandom";
        stat(local, "current()L" + local + ";", CHANCE, "threadLocalRandom");
    }

    private static void sleeps() {
        String thread = "java/lang/Thread";
        stat(thread, "sleep(J)V", TIME, "sleep");
        stat(thread, "sleep(JI)V", TIME, "sleep");
        stat(thread, "sleep(Ljava/time/Duration;)V", TIME, "sleep");
        stat(thread, "yield()V", TIME, "giveWay");
        stat(thread, "onSpinWait()V", TIME, "onSpinWait");
        inst("sleep(J)V", TIME, "sleep", CONCURRENT + "TimeUnit");
        String parking = CONCURRENT + "locks/LockSupport";
        stat(parking, "parkNanos(J)V", TIME, "parkNanos");
        stat(parking, "parkNanos(Ljava/lang/Object;J)V", TIME, "parkNanos");
        stat(parking, "parkUntil(J)V", TIME, "parkUntil");
        stat(parking, "parkUntil(Ljava/lang/Object;J)V", TIME, "parkUntil");
    }

    private static void waits() {
        String locks = CONCURRENT + "locks/";
        String readWrite = locks + "ReentrantReadWriteLock$";
        inst(
                "tryLock(" + TIMED + "Z",
                WAITS,
                "tryLock",
                locks + "Lock",
                locks + "ReentrantLock",
                readWrite + "ReadLock",
                readWrite + "WriteLock");
        String condition = locks + "Condition";
        inst("await(" + TIMED + "Z", WAITS, "await", condition);
        inst("awaitNanos(J)J", WAITS, "awaitNanos", condition);
        inst("awaitUntil(Ljava/util/Date;)Z", WAITS, "awaitUntil", condition);
        inst("tryAcquire(" + TIMED + "Z", WAITS, "tryAcquire", CONCURRENT + "Semaphore");
        inst("tryAcquire(I" + TIMED + "Z", WAITS, "tryAcquire", CONCURRENT + "Semaphore");
        inst("await(" + TIMED + "Z", WAITS, "await", CONCURRENT + "CountDownLatch");
        inst("await(" + TIMED + "I", WAITS, "await", CONCURRENT + "CyclicBarrier");
        String advance = "awaitAdvanceInterruptibly";
        inst(advance + "(I" + TIMED + "I", WAITS, advance, CONCURRENT + "Phaser");
        String object = "Ljava/lang/Object;";
        inst("exchange(" + object + TIMED + object, WAITS, "exchange", CONCURRENT + "Exchanger");
        inst(
                "get(" + TIMED + object,
                WAITS,
                "get",
                CONCURRENT + "Future",
                CONCURRENT + "CompletableFuture",
                CONCURRENT + "FutureTask",
                CONCURRENT + "RunnableFuture",
                CONCURRENT + "ScheduledFuture");
        queues(object);
    }

    private static void queues(String object) {
        String blockingDeque = CONCURRENT + "BlockingDeque";
        String linkedDeque = CONCURRENT + "LinkedBlockingDeque";
        String transfer = CONCURRENT + "TransferQueue";
        String linkedTransfer = CONCURRENT + "LinkedTransferQueue";
        String[] queues = {
            CONCURRENT + "ArrayBlockingQueue",
            CONCURRENT + "LinkedBlockingQueue",
            CONCURRENT + "PriorityBlockingQueue",
            CONCURRENT + "SynchronousQueue",
            blockingDeque,
            linkedDeque,
            transfer,
            linkedTransfer
        };
        String queue = CONCURRENT + "BlockingQueue";
        inst("poll(" + TIMED + object, WAITS, "poll", queue, queues);
        inst("offer(" + object + TIMED + "Z", WAITS, "offer", queue, queues);
        inst("pollFirst(" + TIMED + object, WAITS, "pollFirst", blockingDeque, linkedDeque);
        inst("pollLast(" + TIMED + object, WAITS, "pollLast", blockingDeque, linkedDeque);
        inst("offerFirst(" + object + TIMED + "Z", WAITS, "offerFirst", blockingDeque, linkedDeque);
        inst("offerLast(" + object + TIMED + "Z", WAITS, "offerLast", blockingDeque, linkedDeque);
        inst("tryTransfer(" + object + TIMED + "Z", WAITS, "tryTransfer", transfer, linkedTransfer);
    }
}
